import { keepPreviousData, useInfiniteQuery, type InfiniteData, type QueryKey, type UseInfiniteQueryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';

interface Page {
  readonly next_cursor: string | null;
  readonly total: number | null;
}

/** The rows of a list that is loaded page by page. Previous rows stay until the first page of another search has arrived. */
export function usePages<P extends Page, R>(
  query: UseInfiniteQueryOptions<P, Error, InfiniteData<P>, QueryKey, string | undefined>,
  rowsOf: (page: P) => readonly R[],
) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, ...state } = useInfiniteQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { ...state, data, rows: data?.pages.flatMap(rowsOf), total: data?.pages[0]?.total ?? null, onEnd };
}
