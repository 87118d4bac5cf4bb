import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './client';

/** Whether a call failed because a part was away, which may pass by itself; a refusal will not. */
export const isFault = (error: unknown): boolean => error instanceof ApiProblem && (error.isNetwork || error.status >= 500);

/** After a few tries the screen says the fault, and goes on trying at this pace until the part is back. */
export const whileAway = 10_000;

/** The data of signed-in people: loaders fill it, screens read it. */
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

/** Says whose data is kept from now on. What was kept of somebody else, perhaps of another firm, goes. */
export function keepDataOf(userId: string | null): void {
  if (userId !== owner) queryClient.clear();
  owner = userId;
}
