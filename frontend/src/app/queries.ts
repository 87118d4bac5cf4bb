import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/client';

/** Whether a call failed because a part was away, which may pass by itself; a refusal will not. */
const isFault = (error: unknown): boolean => error instanceof ApiProblem && (error.isNetwork || error.status >= 500);

/** After a few tries the screen says the fault, and goes on trying at this pace until the part is back. */
const whileAway = 10_000;

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 4 && isFault(error),
        refetchInterval: ({ state }) => (isFault(state.error) ? whileAway : false),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 8000),
      },
    },
  });
}
