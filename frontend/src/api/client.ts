import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths as MainPaths } from './generated/main-api';
import type { paths as ParcelPaths } from './generated/parcel-lookup';
import type { paths as PropertyPaths } from './generated/property-api';

/** Which failure it is (`contracts/error-codes.json`): what screens decide by, never by a sentence. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** The body of an error answer (RFC 9457, with our additions). */
interface ProblemBody {
  readonly code?: ErrorCode;
  readonly error?: string;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly request_id?: string;
}

/** An answer that is not what was asked for. Its message is the sentence that a screen shows. */
export class ApiProblem extends Error {
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  /** Which failure it is; nothing where the answer does not come from our services. */
  readonly code: ErrorCode | undefined;
  /** Sentence of the server; nothing when it said none. */
  readonly sentence: string | undefined;
  /** A sentence for each field that was refused. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names the request in the server's logs. */
  readonly requestId: string | undefined;
  /** The whole body, for members of one kind of problem only. */
  readonly body: unknown;

  constructor(status: number, body: unknown, cause?: unknown) {
    const problem: ProblemBody = typeof body === 'object' && body !== null ? body : {};
    const sentence = problem.error ?? problem.message;
    super(sentence ?? (status === 0 ? 'Network error. Please try again.' : `The server answered with status ${status}.`), { cause });
    this.name = 'ApiProblem';
    this.status = status;
    this.code = problem.code;
    this.sentence = sentence;
    this.fields = problem.errors ?? {};
    this.requestId = problem.request_id;
    this.body = body;
  }

  /** True when no answer came: the network, or the proxy, is away. */
  get isNetwork(): boolean {
    return this.status === 0;
  }
}

/** Told when the session has ended for good; the app goes to the sign-in screen. */
let onSessionEnd: () => void = () => undefined;

/** Says what to do when a call finds that the session has ended. */
export function setSessionEndHandler(handler: () => void): void {
  onSessionEnd = handler;
}

/** Calls whose 401 is their own answer and says nothing about the session. */
const openCalls = ['/api/login', '/api/refresh', '/api/forgot-password', '/api/reset-password'];

/** What became of an attempt to renew the session: 'away' says nothing about it, only that nobody answered. */
type Renewal = 'renewed' | 'over' | 'away';

let refreshing: Promise<Renewal> | undefined;

/** Gets a new access token by the refresh cookie; several callers share one attempt. */
export function refreshSession(): Promise<Renewal> {
  refreshing ??= oneTabAtATime(renew).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** A refresh token that comes twice ends the session, so two tabs must not send the same one. */
async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist on secure origins only; without them the server's own tolerance for simultaneous tabs has to do.
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

/** A fetch that renews the session once when an answer says that it has run out. */
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
      // Not signed out: the call failed as if the server had not answered, and is tried again like any such call.
      throw new TypeError('The session could not be renewed because the server does not answer.');
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

/** The data of an answer, or an {@link ApiProblem}. */
export async function unwrap<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiProblem(response.status, error);
  return data as T;
}

/** Sends a form with files. openapi-fetch types no multipart bodies, so it has its own way in. */
export async function postForm<T>(path: string, form: FormData): Promise<T> {
  const request = new Request(`${window.location.origin}${path}`, { method: 'POST', body: form });
  const answer = await sessionFetch(request).catch((cause: unknown) => {
    throw new ApiProblem(0, undefined, cause);
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new ApiProblem(answer.status, body);
  return body as T;
}

/** Whether this is the failure of that code. */
export const isProblem = (reason: unknown, code: ErrorCode): reason is ApiProblem => reason instanceof ApiProblem && reason.code === code;

/** The sentence to show for whatever was thrown: the server's own, else `otherwise`. */
export function sentenceOf(reason: unknown, otherwise: string): string {
  return reason instanceof ApiProblem ? (reason.sentence ?? otherwise) : otherwise;
}
