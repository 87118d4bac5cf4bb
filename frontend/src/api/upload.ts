/** Sends files one by one with upload progress, which fetch does not report. */
import { ApiProblem, sessionFetch } from './client';

export interface Sending {
  /** Called with the uploaded share, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Aborts the upload; the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Sends a form with files. Rejects with an {@link ApiProblem}, or with the signal's reason when aborted. */
export async function sendForm<T>(path: string, form: FormData, sending: Sending): Promise<T> {
  // Refreshes an expired session with a short request, before a large upload fails.
  await sessionFetch(new Request(`${window.location.origin}/api/session`)).catch((cause: unknown) => {
    throw new ApiProblem(0, undefined, cause);
  });
  const { status, text } = await transmit(path, form, sending);
  const body = parsed(text);
  if (status < 200 || status > 299) throw new ApiProblem(status, body);
  return body as T;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function transmit(path: string, form: FormData, { onProgress, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const end = (): void => {
      request.abort();
      reject(signal.reason instanceof Error ? signal.reason : new ApiProblem(0, undefined));
    };
    request.open('POST', path);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new ApiProblem(0, undefined)));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', end));
    signal.addEventListener('abort', end);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
