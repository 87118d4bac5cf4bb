import { infiniteQueryOptions } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../client';
import { parametersOf, type PropertyRef } from './properties';

const pageSize = 20;

/** Messages about a property, newest first, paged. */
export const sentEmailsQuery = (key: PropertyRef) =>
  infiniteQueryOptions({
    queryKey: ['property', '/get_emails', parametersOf(key)],
    queryFn: ({ pageParam, signal }) =>
      unwrap(propertyApi.GET('/get_emails', { params: { query: { ...parametersOf(key), limit: pageSize, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
