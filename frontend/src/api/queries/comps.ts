import { infiniteQueryOptions } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../client';

const pageLength = 100;

/** The firm's comparable sales that match, paged, the latest first. They are not counted. */
export const salesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['property', '/comps', { q, pages: true }] as readonly unknown[],
    queryFn: async ({ pageParam: after, signal }) => {
      const query = { ...(q && { q }), after, limit: pageLength };
      const page = await unwrap(propertyApi.GET('/comps', { params: { query }, signal }));
      return { ...page, next_cursor: page.next, total: null };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
