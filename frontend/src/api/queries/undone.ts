import { queryOptions, skipToken } from '@tanstack/react-query';

/** Messages of a form that were not sent and that it does not show. Never requested: `use-undone.ts` sets them. */
export const undoneQuery = <T>(form: readonly unknown[]) =>
  queryOptions<readonly T[]>({ queryKey: ['undone', ...form], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity });
