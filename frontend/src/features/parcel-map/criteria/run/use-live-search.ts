import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allOf } from '../../../../api/queries/query';
import { searchRunQuery } from '../../../../api/queries/site-search';
import { hasEnded } from '../api';
import type { SearchRun } from '../types';

/** Poll interval in milliseconds. */
const pollEvery = 2000;
/** The same while layers are being loaded for a run that is done. */
const pollLayersEvery = 10_000;

/**
 * A run with live updates: by the server's event stream, and by polling every two seconds, because a stream may break unnoticed. Both
 * update the same cache entry. The layers that it asked for are followed by polling.
 */
export function useLiveSearch(runId: string | undefined) {
  const cache = useQueryClient();
  const query = useQuery({
    ...searchRunQuery(runId ?? ''),
    select: (answer) => answer as SearchRun,
    enabled: runId !== undefined,
    refetchInterval: ({ state: { data } }) => {
      if (!data || !hasEnded(data)) return pollEvery;
      return data.state === 'done' && data.loading.some(({ waiting }) => waiting > 0) ? pollLayersEvery : false;
    },
  });
  const active = query.data !== undefined && !hasEnded(query.data);
  useEffect(() => {
    if (runId === undefined || !active) return;
    const stream = new EventSource(`/api-2/search_runs/${runId}/events`);
    stream.addEventListener('search', (event: MessageEvent<string>) => {
      const run = JSON.parse(event.data) as SearchRun;
      cache.setQueryData(searchRunQuery(runId).queryKey, run);
      if (!hasEnded(run)) return;
      stream.close();
      void cache.invalidateQueries(allOf(['parcel', '/search_runs']));
    });
    // The session has too many streams: this tab only polls.
    stream.addEventListener('replaced', () => stream.close());
    return () => stream.close();
  }, [runId, active, cache]);
  return query;
}
