import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { autosaveDelay, DraftKeeper } from './draft-keeper';

/** A store whose answers the test gives when it wants to. */
function fakeStore() {
  const calls: string[] = [];
  const answers: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const pending = (): Promise<void> => new Promise((resolve, reject) => answers.push({ resolve, reject }));
  return {
    calls,
    logged: [] as string[],
    save(html: string, signal: AbortSignal) {
      calls.push(`save ${html}`);
      const answer = pending();
      signal.addEventListener('abort', () => {
        calls.push('aborted');
        answers.shift()?.reject(new Error('aborted'));
      });
      return answer;
    },
    remove() {
      calls.push('remove');
      return pending();
    },
    beacon() {
      calls.push('beacon');
    },
    log(what: string) {
      this.logged.push(what);
    },
    async answer() {
      answers.shift()?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail() {
      answers.shift()?.reject(new Error('offline'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

let store: ReturnType<typeof fakeStore>;
let keeper: DraftKeeper;

beforeEach(() => {
  vi.useFakeTimers();
  store = fakeStore();
  keeper = new DraftKeeper(store);
  keeper.open('a');
});
afterEach(() => {
  vi.useRealTimers();
});

it('opens clean and saves nothing by itself', async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  expect(keeper.dirty).toBe(false);
  expect(store.calls).toEqual([]);
});

it('saves once, 800 ms after the last input', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay - 1);
  keeper.edit('abc');
  await vi.advanceTimersByTimeAsync(autosaveDelay - 1);
  expect(store.calls).toEqual([]);
  expect(keeper.dirty).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.calls).toEqual(['save abc']);
  await store.answer();
  expect(keeper.dirty).toBe(false);
});

it('is clean again without a call when the input is undone', async () => {
  keeper.edit('ab');
  keeper.edit('a');
  expect(keeper.dirty).toBe(false);
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  expect(store.calls).toEqual([]);
});

it('stays dirty when typing went on during the save, and saves the rest after it', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  keeper.edit('abc');
  await store.answer();
  expect(keeper.dirty).toBe(true);
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.answer();
  expect(store.calls).toEqual(['save ab', 'save abc']);
  expect(keeper.dirty).toBe(false);
});

it('only logs a failed save, and stays dirty', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.fail();
  expect(keeper.dirty).toBe(true);
  expect(store.logged).toEqual(['The letter draft could not be saved.']);
});

it('only logs a failed deletion, and stays dirty', async () => {
  keeper.edit('ab');
  const discarded = keeper.discard();
  await vi.advanceTimersByTimeAsync(0);
  await store.fail();
  await discarded;
  expect(keeper.dirty).toBe(true);
  expect(store.logged).toEqual(['The letter draft could not be deleted.']);
});

it('discards after a save in flight, never before it', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  const discarded = keeper.discard();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.calls).toEqual(['save ab', 'aborted', 'remove']);
  await store.answer();
  await discarded;
  expect(keeper.dirty).toBe(false);
  expect(store.logged).toEqual([]);
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  expect(store.calls).toHaveLength(3);
});

it('withdraws a dirty draft by beacon when the page goes, and stores it again when the page comes back', async () => {
  keeper.edit('ab');
  keeper.pageHidden();
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  expect(store.calls).toEqual(['beacon']);
  void keeper.pageShown();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.calls).toEqual(['beacon', 'save ab']);
  await store.answer();
  expect(keeper.dirty).toBe(false);
});

it('holds a pending save while the browser asks, and stores it at once when the person stays', async () => {
  keeper.edit('ab');
  keeper.hold();
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  expect(store.calls).toEqual([]);
  void keeper.pageShown();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.calls).toEqual(['save ab']);
});

it('sends no beacon for a clean letter, and has nothing to store when the page comes back', async () => {
  keeper.pageHidden();
  await keeper.pageShown();
  expect(store.calls).toEqual([]);
});

it('saves a pending draft when the screen is taken down', async () => {
  keeper.edit('ab');
  keeper.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.calls).toEqual(['save ab']);
});

it('leaves a clean letter clean when the editor spells it differently, and a dirty one dirty', () => {
  keeper.respell('a ');
  expect(keeper.dirty).toBe(false);
  keeper.edit('ab');
  keeper.respell('ab ');
  expect(keeper.dirty).toBe(true);
});

it('tells its listeners only when dirty changes', () => {
  const listener = vi.fn();
  const stop = keeper.subscribe(listener);
  keeper.edit('ab');
  keeper.edit('abc');
  keeper.edit('a');
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  keeper.edit('x');
  expect(listener).toHaveBeenCalledTimes(2);
});
