import { queryOptions } from '@tanstack/react-query';
import { parametersOf, type PropertyRef } from './properties';
import { get } from './query';

/** The files of a property. */
export const attachmentsQuery = (key: PropertyRef) =>
  queryOptions({ ...get('property', '/list_attachments', parametersOf(key)), select: (answer) => answer.items });

/**
 * A file's content, prepared by `read` for display. Files can be large, so none is cached after the viewer has closed; a failure is shown
 * without retries.
 */
export const fileContentQuery = <T>(file: string, narrow: boolean, read: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({
    queryKey: ['property', '/serve_attachment', { file, narrow }],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
