import { useQueryClient } from '@tanstack/react-query';
import { allOf, type Endpoint } from './queries/query';

/** Reads again what these endpoints answered. */
export function useStale(...endpoints: readonly Endpoint[]) {
  const cache = useQueryClient();
  return () => Promise.all(endpoints.map((endpoint) => cache.invalidateQueries(allOf(endpoint))));
}
