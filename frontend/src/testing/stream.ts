import type { EventName } from '../api/live';

const streams: EventTarget[] = [];

/** A stub of EventSource, controlled by the test. */
export class TestStream extends EventTarget {
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {}
}

/** Emits a change from the server. */
export function tell(type: EventName): void {
  const data = JSON.stringify({ type, subject: '', project_id: null, data: {} });
  streams.at(-1)?.dispatchEvent(new MessageEvent('changed', { data }));
}
