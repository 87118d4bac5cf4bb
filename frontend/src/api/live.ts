import type { components } from './generated/main-api';

/** Event types of the server; `reconnected` when events may have been missed. */
export type EventName = components['schemas']['Changed']['type'] | 'projects_changed' | 'reconnected';

/** A change in the firm's data, from `/api/events`. */
export interface Change {
  readonly type: EventName;
  readonly subject?: string;
  readonly project_id?: string | null;
  readonly data?: unknown;
}

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let pause = 1000;
/** Whether the stream failed or was cut, so events until it reopens are missed. */
let missed = false;
const longestPause = 30_000;

/** Subscribes to all changes of the firm's data; returns the unsubscribe function. The first listener opens the stream. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  if (!source) open();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) close();
  };
}

function tell(change: Change): void {
  for (const listener of listeners) listener(change);
}

function open(): void {
  source = new EventSource('/api/events');
  source.addEventListener('open', () => {
    if (missed) tell({ type: 'reconnected' });
    missed = false;
    pause = 1000;
  });
  source.addEventListener('projects_changed', (event: MessageEvent<string>) => {
    const notice = JSON.parse(event.data) as components['schemas']['ProjectsChanged'];
    // The server was disconnected from the broker: events of any kind may have been missed.
    if (notice.reason === 'reconnected') tell({ type: 'reconnected' });
    else tell({ type: 'projects_changed', project_id: notice.project_id });
  });
  source.addEventListener('changed', (event: MessageEvent<string>) => {
    tell(JSON.parse(event.data) as Change);
  });
  // A sixth tab of this session replaced this stream: reconnect only when the user returns, or the tabs would replace each other endlessly.
  source.addEventListener('replaced', () => {
    missed = true;
    close();
    window.addEventListener('focus', comeBack);
  });
  source.addEventListener('error', () => {
    missed = true;
    // The browser does not retry after a response that is not a stream (the proxy's 503), so we reconnect with back-off.
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    pause = Math.min(pause * 2, longestPause);
    retry = setTimeout(comeBack, pause);
  });
}

function comeBack(): void {
  window.removeEventListener('focus', comeBack);
  if (listeners.size > 0 && !source) open();
}

function close(): void {
  clearTimeout(retry);
  source?.close();
  source = undefined;
}
