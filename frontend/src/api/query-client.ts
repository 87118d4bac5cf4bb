import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './client';

/**
 * Whether a request failed because the server was unreachable or had an error, so that a retry may help; a rejected request is not retried.
 */
export const isFault = (error: unknown): boolean => error instanceof ApiProblem && (error.isNetwork || error.status >= 500);

/** After the retries the screen shows the error and requests again at this interval (ms) until the server answers. */
export const whileAway = 10_000;

/** Cache of the signed-in user's data: loaders fill it, screens read it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 4 && isFault(error),
      refetchInterval: ({ state }) => (isFault(state.error) ? whileAway : false),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 8000),
    },
  },
});

let owner: string | null = null;

/** Sets the user whose data is cached. Data of another user, who may be of another firm, is removed. */
export function keepDataOf(userId: string | null): void {
  if (userId !== owner) queryClient.clear();
  owner = userId;
}
