import type { InfiniteQueryExecuteOptions, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';

interface Prefetchable {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
  /** Paged lists only; the first page is requested. */
  readonly initialPageParam?: unknown;
}

/** How long (ms) the previous page stays. Most responses arrive earlier; afterwards the new page shows that it is loading. */
const patience = 400;

/**
 * For loaders: requests data that a page requires, unless it is cached. An error is thrown where the page reads the data, so that it is
 * handled in one place.
 */
export async function prefetch(...queries: readonly Prefetchable[]): Promise<null> {
  const answers = queries.map((query) => start(query).catch(() => null));
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, patience))]);
  return null;
}

function start(query: Prefetchable): Promise<unknown> {
  return 'initialPageParam' in query
    ? queryClient.infiniteQuery({ ...(query as InfiniteQueryExecuteOptions), staleTime: 'static' })
    : queryClient.query({ ...(query as QueryExecuteOptions), staleTime: 'static' });
}

/** The query string of a loader's request. */
export function searchOf({ request }: { readonly request: Request }): URLSearchParams {
  return new URL(request.url).searchParams;
}
