import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onChange, type Change } from './live';

class Events extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Events[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    Events.opened.push(this);
  }
  close(): void {
    this.readyState = Events.CLOSED;
  }
  say(name: string, data: object): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  refuse(): void {
    this.readyState = Events.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

let heard: Change[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Events);
  Events.opened = [];
  heard = [];
  stop = onChange((change) => heard.push(change));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const last = () => {
  const source = Events.opened.at(-1);
  if (!source) throw new Error('no stream was opened');
  return source;
};

it('tells of changes of projects and of everything else', () => {
  last().say('projects_changed', { project_id: 'p1', reason: 'project.created' });
  last().say('changed', { type: 'marker.added', subject: '7', project_id: 'p1' });
  expect(heard.map(({ type }) => type)).toEqual(['projects_changed', 'marker.added']);
});

it('says that anything may have been missed when the server was without its broker', () => {
  last().say('projects_changed', { project_id: null, reason: 'reconnected' });
  expect(heard).toEqual([{ type: 'reconnected' }]);
});

it('comes back ever more slowly when it is refused, and says that something may have been missed', () => {
  last().refuse();
  vi.advanceTimersByTime(1_999);
  expect(Events.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Events.opened).toHaveLength(2);
  last().refuse();
  vi.advanceTimersByTime(4_000);
  expect(Events.opened).toHaveLength(3);
  last().dispatchEvent(new Event('open'));
  expect(heard).toEqual([{ type: 'reconnected' }]);
});

it('gives way to a sixth tab, and comes back when the person does', () => {
  last().say('replaced', {});
  expect(last().readyState).toBe(Events.CLOSED);
  vi.advanceTimersByTime(60_000);
  expect(Events.opened).toHaveLength(1);
  window.dispatchEvent(new Event('focus'));
  expect(Events.opened).toHaveLength(2);
  last().dispatchEvent(new Event('open'));
  expect(heard).toEqual([{ type: 'reconnected' }]);
  window.dispatchEvent(new Event('focus'));
  expect(Events.opened).toHaveLength(2);
});

it('closes the stream with its last listener', () => {
  stop();
  expect(last().readyState).toBe(Events.CLOSED);
});
