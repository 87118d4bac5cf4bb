import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { keptResultsQuery, searchRunsQuery } from '../../../api/queries/site-search';
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
