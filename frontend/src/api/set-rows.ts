import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { allOf, type Endpoint } from './queries/query';

/**
 * Changes rows of the loaded lists of an endpoint as the server has saved them, so that they show it at once; `name` is that of the rows in a
 * page. The invalidation that follows reads their places and the figures again. `change` returns the same row if it stays as it is.
 */
export function setRows<R>(cache: QueryClient, endpoint: Endpoint, name: string, change: (row: R) => R): void {
  cache.setQueriesData<unknown>({ ...allOf(endpoint), predicate: ({ state }) => isPaged(state.data) }, (list: unknown) =>
    isPaged(list) ? { ...list, pages: list.pages.map((page) => ({ ...page, [name]: (page[name] as readonly R[]).map(change) })) } : list,
  );
}

function isPaged(data: unknown): data is InfiniteData<Readonly<Record<string, unknown>>> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}
