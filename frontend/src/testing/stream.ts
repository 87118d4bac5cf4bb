import { act } from '@testing-library/react';
import type { EventName } from '../api/live';

const streams: TestStream[] = [];

/** A stub of EventSource, controlled by the test. */
export class TestStream extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {}
}

function send(path: string, event: string, data: object): void {
  const stream = streams.findLast(({ url }) => url.startsWith(path));
  act(() => void stream?.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) })));
}

/** Emits a change from the server. */
export const tell = (type: EventName): void => send('/api/events', 'changed', { type, subject: '', project_id: null, data: {} });

/** Emits the progress of a growth run from the server. */
export const tellRun = (run: { readonly run_id: string }): void => send(`/api-2/growth_runs/${run.run_id}/events`, 'growth', run);

/** Emits the progress of a search run from the server. */
export const tellSearch = (run: { readonly run_id: string }): void => send(`/api-2/search_runs/${run.run_id}/events`, 'search', run);
