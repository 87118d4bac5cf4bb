/** Where attachments are, and how they are fetched with the session renewed on the way. */
import { sessionFetch } from '../../api/client';
import type { FetchFile } from './attachment';

/** The address of the file; the path is the server's own and goes back as it came. */
export function attachmentUrl(file: string): string {
  return `/property_api/serve_attachment?file=${encodeURIComponent(file)}`;
}

export const fetchAttachment: FetchFile = (file, init) =>
  sessionFetch(new Request(new URL(attachmentUrl(file), window.location.origin), init));
