import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchRunsQuery } from '../../../api/queries/site-search';
import { useRunFacts } from '../colours/use-run-facts';

/** Scores of the search that is shown, or of the last one, by identity; undefined until they are wanted and loaded. */
export function useScores(projectId: string, wanted: boolean): ReadonlyMap<string, number> | undefined {
  const results = useRunFacts(projectId, wanted);
  return useMemo(
    () =>
      wanted && results
        ? new Map([...results].flatMap(([id, { score }]) => (typeof score === 'number' ? [[id, score] as const] : [])))
        : undefined,
    [results, wanted],
  );
}

/** Whether a search of the project is done. */
export function useHasScores(projectId: string): boolean {
  const { data } = useQuery(searchRunsQuery(projectId));
  return data?.runs.some(({ state }) => state === 'done') ?? false;
}
