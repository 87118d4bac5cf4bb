import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { keptResultsQuery, searchRunQuery, searchRunsQuery } from '../../../api/queries/site-search';
import { factsOfResult } from './run-facts';
import type { ColouredFacts } from './scheme';

/** What the search that is shown, or the last one that is done, says of its results by identity; undefined without one. */
export function useRunFacts(projectId: string, wanted: boolean): ReadonlyMap<string, ColouredFacts> | undefined {
  const [query] = useSearchParams();
  const shown = query.get('search') ?? undefined;
  const runs = useQuery({ ...searchRunsQuery(projectId), enabled: wanted && shown === undefined });
  const run = shown ?? runs.data?.runs.find(({ state }) => state === 'done')?.run_id;
  const { data } = useQuery({ ...keptResultsQuery(run ?? ''), enabled: wanted && run !== undefined });
  return useMemo(() => {
    const today = new Date();
    return data && new Map(data.map((result) => [result.ll_uuid, factsOfResult(result, today)]));
  }, [data]);
}

/** The search whose results are coloured: the one that is shown, or the last one that is done. Null if there is none, undefined while that is not known. */
export function useColouredRun(projectId: string, wanted: boolean) {
  const [query] = useSearchParams();
  const shown = query.get('search') ?? undefined;
  const run = useQuery({ ...searchRunQuery(shown ?? ''), enabled: wanted && shown !== undefined });
  const runs = useQuery({ ...searchRunsQuery(projectId), enabled: wanted && shown === undefined });
  if (shown !== undefined) return run.data;
  return runs.data && (runs.data.runs.find(({ state }) => state === 'done') ?? null);
}
