import type { EventName } from '../api/live';

const streams: EventTarget[] = [];

/** Stands in for the browser's event stream: nothing happens on it until a test says so. */
export class TestStream extends EventTarget {
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {}
}

/** The server tells of a change. */
export function tell(type: EventName): void {
  const data = JSON.stringify({ type, subject: '', project_id: null, data: {} });
  streams.at(-1)?.dispatchEvent(new MessageEvent('changed', { data }));
}
