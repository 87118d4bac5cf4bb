import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { autosaveDelay, DraftConflict, DraftKeeper, DraftRefused, retryPauses, type DraftToSave, type OtherDraft } from './draft-keeper';

/** A store whose responses are controlled by the test. */
function fakeStore() {
  const calls: string[] = [];
  const copies: string[] = [];
  let version = 0;
  const answers: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const pending = (): Promise<void> => new Promise((resolve, reject) => answers.push({ resolve, reject }));
  return {
    calls,
    logged: [] as string[],
    drafts: [] as DraftToSave[],
    copies,
    copy: {
      write: (html: string) => void copies.push(html),
      drop: () => void copies.splice(0),
    },
    save(draft: DraftToSave, signal: AbortSignal) {
      calls.push(`save ${draft.html}`);
      this.drafts.push(draft);
      const answer = pending().then(() => ({ version: ++version, at: '2026-11-21T23:04:00Z' }));
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
    setAside(html: string) {
      calls.push(`aside ${html}`);
      return pending();
    },
    log(what: string) {
      this.logged.push(what);
    },
    async answer() {
      answers.shift()?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail(cause = new Error('offline')) {
      answers.shift()?.reject(cause);
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
  keeper.open({ html: 'a', version: 0 });
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

it('logs a failed save, and stays dirty', async () => {
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

it('tells its listeners only when the state changes', () => {
  const listener = vi.fn();
  const stop = keeper.subscribe(listener);
  keeper.edit('ab');
  keeper.edit('abc');
  expect(listener).toHaveBeenCalledTimes(1);
  keeper.edit('a');
  expect(keeper.getState()).toMatchObject({ dirty: false, phase: 'clean' });
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  keeper.edit('x');
  expect(listener).toHaveBeenCalledTimes(2);
});

it('says what became of the draft, from the first key to the server', async () => {
  const phases: string[] = [];
  keeper.subscribe(() => phases.push(keeper.getState().phase));
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.answer();
  expect(phases).toEqual(['edited', 'saving', 'saved']);
  expect(keeper.getState().savedAt).toBe('2026-11-21T23:04:00Z');
});

it('tries a failed save again, ever more slowly, until the server has it', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  for (const [index, pause] of [...retryPauses, 30_000].entries()) {
    await store.fail();
    expect(keeper.getState()).toMatchObject({ phase: 'retrying', dirty: true });
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(store.calls).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.calls).toHaveLength(index + 2);
  }
  await store.answer();
  expect(keeper.getState()).toMatchObject({ phase: 'saved', dirty: false });
  keeper.edit('abc');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.fail();
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.calls.at(-1)).toBe('save abc');
});

it('tries at once when the network is back', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.fail();
  keeper.online();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.calls).toEqual(['save ab', 'save ab']);
});

it('does not repeat what the server will never take, and says why', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.fail(new DraftRefused('The letter is larger than 1 MB.'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.calls).toEqual(['save ab']);
  expect(keeper.getState()).toMatchObject({ phase: 'refused', reason: 'The letter is larger than 1 MB.' });
});

it('keeps a copy in the browser until the server has the text', async () => {
  keeper.edit('ab');
  expect(store.copies).toEqual(['ab']);
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.fail();
  expect(store.copies).toEqual(['ab']);
  await vi.advanceTimersByTimeAsync(1000);
  await store.answer();
  expect(store.copies).toEqual([]);
});

it('names the version that a draft was made from', async () => {
  keeper.edit('ab');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  await store.answer();
  keeper.edit('abc');
  await vi.advanceTimersByTimeAsync(autosaveDelay);
  expect(store.drafts.map(({ version }) => version)).toEqual([0, 1]);
});

it('saves kept terms though the text is the same', async () => {
  void keeper.keepTerms({ purchase_price: '$950,000' });
  await vi.advanceTimersByTimeAsync(0);
  await store.answer();
  expect(store.drafts).toEqual([{ html: 'a', version: 0, keptTerms: { purchase_price: '$950,000' }, keepPrevious: false }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.calls).toHaveLength(1);
});

it('replaces the letter by another text and has the one before kept', async () => {
  void keeper.replace('z');
  await vi.advanceTimersByTimeAsync(0);
  await store.answer();
  expect(store.drafts).toEqual([{ html: 'z', version: 0, keptTerms: {}, keepPrevious: true }]);
});

it('is not replaced while its own words are not safe', async () => {
  keeper.edit('ab');
  const replaced = expect(keeper.replace('z')).rejects.toThrow('not saved yet');
  await vi.advanceTimersByTimeAsync(0);
  await store.fail();
  await replaced;
  expect(keeper.html).toBe('ab');
});

it('stores a copy of this browser as made from the version that it was made from', async () => {
  void keeper.restore('ab', 7);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.drafts).toMatchObject([{ html: 'ab', version: 7 }]);
});

describe('when another user changed the letter', () => {
  const theirs: OtherDraft = {
    html: 'theirs',
    version: 9,
    updatedAt: '2026-11-21T23:03:00Z',
    name: 'Dana Whitfield',
    own: false,
    keptTerms: {},
  };

  beforeEach(async () => {
    keeper.edit('mine');
    await vi.advanceTimersByTimeAsync(autosaveDelay);
    await store.fail(new DraftConflict(theirs));
  });

  it('waits for a decision, and keeps the own words in the browser meanwhile', async () => {
    keeper.edit('mine too');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.calls).toEqual(['save mine']);
    expect(keeper.getState()).toMatchObject({ phase: 'conflict', conflict: theirs, dirty: true });
    expect(store.copies).toEqual(['mine', 'mine too']);
  });

  it('stores the own text over theirs, which is kept', async () => {
    void keeper.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    await store.answer();
    expect(store.drafts.at(-1)).toMatchObject({ html: 'mine', version: 9, keepPrevious: true });
    expect(keeper.getState()).toMatchObject({ phase: 'saved', dirty: false, conflict: undefined });
  });

  it('takes their text once the own one is kept', async () => {
    const taken = keeper.takeTheirs();
    await store.answer();
    expect(await taken).toBe(true);
    expect(store.calls).toEqual(['save mine', 'aside mine']);
    expect(keeper.html).toBe('theirs');
    expect(keeper.getState()).toMatchObject({ phase: 'saved', dirty: false, conflict: undefined });
    expect(store.copies).toEqual([]);
  });

  it('changes nothing when the own text cannot be kept', async () => {
    const taken = keeper.takeTheirs();
    await store.fail();
    expect(await taken).toBe(false);
    expect(keeper.html).toBe('mine');
    expect(keeper.getState().phase).toBe('conflict');
  });
});
