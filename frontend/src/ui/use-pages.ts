import {
  hashKey,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isLong, keepLongList, untilRetry, type LongList, type LongListOptions, type Page } from './long-list';

/**
 * The rows of a list that is loaded page by page. Those shown stay until the first page of another search has arrived, and when it or a
 * later page cannot be loaded. A long list is kept up to date by `keepLongList`, not by reading all its pages again.
 */
export function usePages<P extends Page, R>(
  query: UseInfiniteQueryOptions<P, Error, InfiniteData<P>, QueryKey, string | undefined>,
  rowsOf: (page: P) => readonly R[],
  idOf: (row: R) => string,
) {
  const cache = useQueryClient();
  const {
    data,
    error,
    isError,
    isFetching,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch: readAll,
  } = useInfiniteQuery({ ...query, enabled: ({ state }) => !isLong(state.data) });
  const kept = useRef<LongList>(undefined);
  const keep = useEffectEvent(() => {
    const readPage = query.queryFn as LongListOptions<P, R>['readPage'];
    return keepLongList({ cache, queryKey: query.queryKey, readPage, rowsOf, idOf });
  });
  const hash = hashKey(query.queryKey);
  useEffect(() => {
    const list = keep();
    kept.current = list;
    return list.stop;
  }, [cache, hash]);

  const long = isLong(data);
  const refetch = useCallback((): Promise<unknown> => (long ? (kept.current?.refresh() ?? Promise.resolve()) : readAll()), [long, readAll]);
  const onView = useCallback((first: number, last: number) => kept.current?.onView(first, last), []);
  useEffect(() => {
    // Short lists are requested again by their query.
    if (!long || !isError) return;
    const timer = setTimeout(() => void refetch(), untilRetry);
    return () => clearTimeout(timer);
  }, [long, isError, refetch]);

  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? last;
  const onEnd = useCallback(() => {
    // A failed page is requested again after a refresh only; a request would cancel one that is under way.
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  /** Loads the pages that are not loaded yet, and returns the rows of all; throws if one cannot be loaded. */
  async function loadAll(): Promise<readonly R[]> {
    let pages = data?.pages ?? [];
    while (pages.length === 0 || typeof pages.at(-1)?.next_cursor === 'string') {
      const next = await fetchNextPage({ throwOnError: true });
      pages = next.data?.pages ?? [];
    }
    return pages.flatMap(rowsOf);
  }

  return {
    rows: shown?.pages.flatMap(rowsOf),
    total: shown?.pages[0]?.total ?? null,
    /** The first page, which may have figures of all pages. */
    first: shown?.pages[0],
    /** Whether there are rows after those shown. */
    hasMore: typeof shown?.pages.at(-1)?.next_cursor === 'string',
    /** Whether the first rows are being loaded. */
    isPending: shown === undefined && !isError,
    /** Whether the rows are those of the previous search. */
    isPrevious: data === undefined && shown !== undefined,
    isError,
    error,
    refetch,
    onEnd,
    onView,
    loadAll,
  };
}
