import type { InfiniteQueryExecuteOptions, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';

interface Prefetchable {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
  /** Only of paged lists, whose first page is requested. */
  readonly initialPageParam?: unknown;
}

/** How long the page before stays. Answers are mostly faster; after it the page that was asked for says that it loads. */
const patience = 400;

/**
 * For loaders: asks for what a page cannot be drawn without, unless it is there. What fails is thrown where it is read, so that a page has
 * one place that says so.
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

/** The query string of the address that a loader is called for. */
export function searchOf({ request }: { readonly request: Request }): URLSearchParams {
  return new URL(request.url).searchParams;
}
