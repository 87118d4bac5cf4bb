/**
 * Fetches an attachment for the viewer: kind and size first, then the bytes if the viewer needs them. Failures have messages for the user.
 */
import { fileKind, type FileKind } from './file-kind';

/** Why a file cannot be shown, as a message for the user. */
export class ViewerError extends Error {
  constructor(
    sentence: string,
    /** Whether a retry or a download may help. */
    readonly canRetry: boolean,
    readonly canDownload: boolean,
  ) {
    super(sentence);
    this.name = 'ViewerError';
  }
}

/** The request, made by the app's client, which refreshes an expired session. */
export type FetchFile = (file: string, init: { headers?: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

const mebibyte = 1024 * 1024;
/** Above these sizes in bytes the browser tab would become unresponsive; the file can still be downloaded. */
const limits: Readonly<Record<FileKind, number>> = {
  pdf: 200 * mebibyte,
  image: 50 * mebibyte,
  word: 25 * mebibyte,
  'old-word': 25 * mebibyte,
  spreadsheet: 25 * mebibyte,
  page: 5 * mebibyte,
  text: 5 * mebibyte,
  other: Number.POSITIVE_INFINITY,
};

/** Kind of a file from its headers, before loading the bytes; rejects files that cannot be shown. */
export async function probe(fetchFile: FetchFile, file: string, signal: AbortSignal): Promise<FileKind> {
  const response = await request(fetchFile, file, { headers: { range: 'bytes=0-0' }, signal });
  await response.body?.cancel();
  const kind = fileKind(file, response.status === 416 ? null : response.headers.get('content-type'));
  const size = sizeOf(response);
  if (size === 0) throw new ViewerError('This file is empty. There is nothing to show.', false, false);
  if (size !== undefined && size > limits[kind]) {
    throw new ViewerError(`This file is too large to show here (${Math.round(size / mebibyte)} MB). Download it to open it.`, false, true);
  }
  return kind;
}

/** All bytes of the file. */
export async function loadBytes(fetchFile: FetchFile, file: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await request(fetchFile, file, { signal });
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw signal.aborted ? cause : unreachable();
  }
}

/** The error for bytes that do not match the file's type. */
export function unreadable(): ViewerError {
  return new ViewerError('This file could not be read. It may be damaged. Download it to try another program.', false, true);
}

export function unreachable(): ViewerError {
  return new ViewerError('The file could not be loaded. Check your connection and try again.', true, false);
}

/** The error for a failed response. */
export function refused(status: number): ViewerError {
  if (status === 404 || status === 410)
    return new ViewerError('This file is no longer here. It may have been removed from the property.', false, false);
  if (status === 401) return new ViewerError('Your session has ended. Sign in again to see this file.', true, false);
  if (status >= 400 && status < 500) return new ViewerError('This file cannot be opened.', false, false);
  return new ViewerError('The file could not be loaded. Try again in a moment.', true, false);
}

async function request(fetchFile: FetchFile, file: string, init: Parameters<FetchFile>[1]): Promise<Response> {
  let response: Response;
  try {
    response = await fetchFile(file, init);
  } catch (cause) {
    throw init.signal.aborted ? cause : unreachable();
  }
  // An empty file has no satisfiable range, but exists.
  if (response.ok || response.status === 416) return response;
  await response.body?.cancel();
  throw refused(response.status);
}

function sizeOf(response: Response): number | undefined {
  if (response.status === 200) return number(response.headers.get('content-length'));
  return number(response.headers.get('content-range')?.split('/')[1]);
}

function number(text: string | null | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
