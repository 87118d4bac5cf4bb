import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { growthRunQuery } from '../../../api/queries/growth';
import { allOf } from '../../../api/queries/query';
import { hasEnded, type GrowthRun } from './types';

/** Poll interval in milliseconds. */
const pollEvery = 2000;

/**
 * A run with live updates: by the server's event stream, and by polling every two seconds, because a stream may break unnoticed (a proxy, a
 * sleeping laptop). Both update the same cache entry.
 */
export function useLiveRun(runId: string | undefined): GrowthRun | undefined {
  const cache = useQueryClient();
  const query = useQuery({
    ...growthRunQuery(runId ?? ''),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : pollEvery),
  });
  const active = query.data !== undefined && !hasEnded(query.data);

  useEffect(() => {
    if (runId === undefined || !active) return;
    const stream = new EventSource(`/api-2/growth_runs/${runId}/events`);
    stream.addEventListener('growth', (event: MessageEvent<string>) => {
      const run = JSON.parse(event.data) as GrowthRun;
      cache.setQueryData(growthRunQuery(runId).queryKey, run);
      if (!hasEnded(run)) return;
      stream.close();
      void cache.invalidateQueries(allOf(['parcel', '/growth_runs']));
    });
    // The session has too many streams: this tab only polls.
    stream.addEventListener('replaced', () => stream.close());
    return () => stream.close();
  }, [runId, active, cache]);

  return query.data;
}
