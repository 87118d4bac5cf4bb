import type { components } from './generated/main-api';

/** What the server tells of; and `reconnected`, when anything may have changed unheard. */
export type EventName = components['schemas']['Changed']['type'] | 'projects_changed' | 'reconnected';

/** A change in the firm's data, as `/api/events` tells it. */
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
/** Whether the stream was refused or cut: then what happened until it opens was not heard. */
let missed = false;
const longestPause = 30_000;

/** Hears every change of the firm's data until the answered function is called. The stream is opened by the first listener. */
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
    // The server lost the broker for a while: what happened then was heard by nobody, of whatever kind it was.
    if (notice.reason === 'reconnected') tell({ type: 'reconnected' });
    else tell({ type: 'projects_changed', project_id: notice.project_id });
  });
  source.addEventListener('changed', (event: MessageEvent<string>) => {
    tell(JSON.parse(event.data) as Change);
  });
  // A sixth tab of this session took the place of this one: come back when the person does, or the tabs would chase each other.
  source.addEventListener('replaced', () => {
    missed = true;
    close();
    window.addEventListener('focus', comeBack);
  });
  source.addEventListener('error', () => {
    missed = true;
    // The browser gives up on an answer that is not a stream (the proxy's 503): come back by ourselves, ever more slowly.
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
