/** URLs of attachments, and fetching them with session refresh. */
import { sessionFetch } from '../../api/client';
import type { FetchFile } from './attachment';

/** URL of the file; the path comes from the server and is sent back unchanged. */
export function attachmentUrl(file: string): string {
  return `/property_api/serve_attachment?file=${encodeURIComponent(file)}`;
}

export const fetchAttachment: FetchFile = (file, init) =>
  sessionFetch(new Request(new URL(attachmentUrl(file), window.location.origin), init));
