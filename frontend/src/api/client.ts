import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths as MainPaths } from './generated/main-api';
import type { paths as ParcelPaths } from './generated/parcel-lookup';
import type { paths as PropertyPaths } from './generated/property-api';

/** Identifies a failure (`contracts/error-codes.json`): screens branch on it, never on a message. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** The body of an error response (RFC 9457, with our extensions). */
interface ProblemBody {
  readonly code?: ErrorCode;
  readonly error?: string;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly request_id?: string;
}

/** An error response. Its message can be shown to the user. */
export class ApiProblem extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Undefined if the response does not come from our services. */
  readonly code: ErrorCode | undefined;
  /** The server's message, if there is one. */
  readonly sentence: string | undefined;
  /** A message for each rejected field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Identifies the request in the server's logs. */
  readonly requestId: string | undefined;
  /** The whole body, for members specific to one kind of problem. */
  readonly body: unknown;

  constructor(status: number, body: unknown, cause?: unknown) {
    const problem: ProblemBody = typeof body === 'object' && body !== null ? body : {};
    const sentence = problem.error ?? problem.message;
    super(sentence ?? (status === 0 ? 'Network error. Please try again.' : `The server responded with status ${status}.`), { cause });
    this.name = 'ApiProblem';
    this.status = status;
    this.code = problem.code;
    this.sentence = sentence;
    this.fields = problem.errors ?? {};
    this.requestId = problem.request_id;
    this.body = body;
  }

  /** True without a response: the network or the proxy is unavailable. */
  get isNetwork(): boolean {
    return this.status === 0;
  }
}

/** Called when the session has ended; the app then shows the sign-in screen. */
let onSessionEnd: () => void = () => undefined;

/** Sets the callback for requests that find the session ended. */
export function setSessionEndHandler(handler: () => void): void {
  onSessionEnd = handler;
}

/** Requests whose 401 is their own result and does not mean that the session ended. */
const openCalls = ['/api/login', '/api/refresh', '/api/forgot-password', '/api/reset-password'];

/** Result of a session refresh; 'away' means that the server was unreachable. */
type Renewal = 'renewed' | 'over' | 'away';

let refreshing: Promise<Renewal> | undefined;

/** Gets a new access token with the refresh cookie; concurrent callers share one attempt. */
export function refreshSession(): Promise<Renewal> {
  refreshing ??= oneTabAtATime(renew).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Reuse of a refresh token ends the session, so two tabs must not send the same one. */
async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist on secure origins only; otherwise the server's tolerance for simultaneous tabs must suffice.
  return 'locks' in navigator ? await navigator.locks.request('sitewright-refresh', work) : await work();
}

async function renew(): Promise<Renewal> {
  try {
    const answer = await fetch('/api/refresh', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    if (answer.ok) return 'renewed';
    return answer.status === 401 ? 'over' : 'away';
  } catch {
    return 'away';
  }
}

/** A fetch that refreshes the session once when it has expired. */
export async function sessionFetch(input: Request): Promise<Response> {
  const again = input.clone();
  const answer = await fetch(input);
  if (answer.status !== 401 || openCalls.includes(new URL(input.url).pathname)) return answer;
  switch (await refreshSession()) {
    case 'renewed':
      return fetch(again);
    case 'over':
      onSessionEnd();
      return answer;
    case 'away':
      // Not signed out: the request fails like one without a response, and is retried like it.
      throw new TypeError('The session could not be renewed because the server is unavailable.');
  }
}

const network: Middleware = {
  onError: ({ error }) => new ApiProblem(0, undefined, error),
};

function client<Paths extends object>(prefix: string): Client<Paths> {
  const made = createClient<Paths>({ baseUrl: `${window.location.origin}${prefix}`, fetch: sessionFetch });
  made.use(network);
  return made;
}

/** main-api: accounts, projects, markers, directory. */
export const mainApi = client<MainPaths>('');
/** property-api: properties, attachments, letters. */
export const propertyApi = client<PropertyPaths>('/property_api');
/** parcel-lookup: parcels, tiles, places, growth. */
export const parcelApi = client<ParcelPaths>('/api-2');

/** The data of a response; throws an {@link ApiProblem}. */
export async function unwrap<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiProblem(response.status, error);
  return data as T;
}

/** Sends a form with files, which openapi-fetch cannot type. */
export async function postForm<T>(path: string, form: FormData): Promise<T> {
  const request = new Request(`${window.location.origin}${path}`, { method: 'POST', body: form });
  const answer = await sessionFetch(request).catch((cause: unknown) => {
    throw new ApiProblem(0, undefined, cause);
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new ApiProblem(answer.status, body);
  return body as T;
}

/** Whether an error is the failure with this code. */
export const isProblem = (reason: unknown, code: ErrorCode): reason is ApiProblem => reason instanceof ApiProblem && reason.code === code;

/** The message to show for an error: the server's own, else `otherwise`. */
export function sentenceOf(reason: unknown, otherwise: string): string {
  return reason instanceof ApiProblem ? (reason.sentence ?? otherwise) : otherwise;
}
