import { queryOptions } from '@tanstack/react-query';
import { parametersOf, type PropertyRef } from './properties';
import { get } from './query';

/** The files of a property. */
export const attachmentsQuery = (key: PropertyRef) =>
  queryOptions({ ...get('property', '/list_attachments', parametersOf(key)), select: (answer) => answer.items });

/** What the viewer shows of a file, as `read` prepares it for the screen. Files can be large: none is kept once the viewer has closed, and a failure is told at once. */
export const fileContentQuery = <T>(file: string, narrow: boolean, read: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({
    queryKey: ['property', '/serve_attachment', { file, narrow }],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
