/**
 * Keeps one letter's draft: what is on screen, what the server last accepted, and the debounced saves between them. A save that failed is
 * tried again, ever more slowly; one that somebody else's later draft stands against waits for a decision.
 * A plain class with its effects handed in, so that the rules on losing and keeping work are tested without a browser.
 */
import type { Terms } from './term-names';

/** Somebody else's draft of the letter. */
export interface OtherDraft {
  html: string;
  version: number;
  /** When it was stored, ISO 8601. */
  updatedAt: string;
  name: string;
  /** Whether the same person stored it, in another window. */
  own: boolean;
  keptTerms: Terms;
}

/** Somebody else stored a later draft. */
export class DraftConflict extends Error {
  constructor(readonly draft: OtherDraft) {
    super('The letter was changed by somebody else.');
  }
}

/** The server will not take this draft, however often it is sent. */
export class DraftRefused extends Error {}

export interface DraftToSave {
  html: string;
  /** The version that it was made from; 0 for none. */
  version: number;
  keptTerms: Terms;
  /** Whether the draft that it replaces is kept as a version of the letter. */
  keepPrevious: boolean;
}

export interface DraftStore {
  /** Answers the new version and when it was stored. Throws {@link DraftConflict}, {@link DraftRefused}, or anything for a failure that passes. */
  save: (draft: DraftToSave, signal: AbortSignal) => Promise<{ version: number; at: string }>;
  /** Deletes the draft of this version; the server keeps the text as a version of the letter. */
  remove: (html: string, version: number) => Promise<void>;
  /** A deletion that survives the page. */
  beacon: (html: string, version: number) => void;
  /** Keeps a text as a version of the letter, and leaves the draft alone. */
  setAside: (html: string) => Promise<void>;
  /** A copy in this browser until the server has the text. */
  copy: { write: (html: string, version: number) => void; drop: () => void };
  log: (what: string, cause: unknown) => void;
}

/** What a person is told of the draft. */
export interface DraftState {
  /** True when the body differs from the last persisted draft. */
  dirty: boolean;
  /** `retrying`: not saved, tried again by itself. `refused`: not saved, with the reason. */
  phase: 'clean' | 'edited' | 'saving' | 'saved' | 'retrying' | 'refused' | 'conflict';
  /** When the server last took the draft, ISO 8601. */
  savedAt: string | undefined;
  reason: string | undefined;
  conflict: OtherDraft | undefined;
}

/** What a letter starts from. */
export interface OpenedDraft {
  html: string;
  /** 0 where the server has no draft. */
  version: number;
  savedAt?: string | undefined;
  keptTerms?: Terms;
}

/** Quiet time after user input before the draft is saved, in milliseconds. */
export const autosaveDelay = 800;

/** Pauses before a failed save is tried again, in milliseconds; the last one repeats. */
export const retryPauses: readonly number[] = [1000, 2000, 4000, 8000, 16_000, 30_000];

export class DraftKeeper {
  private body = '';
  /** The letter that leaving would lose nothing of: the draft last stored, or the letter as it was opened. */
  private baseline = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: AbortController | undefined;
  /** Calls one after another, so that a deletion can never overtake a save. */
  private queue: Promise<unknown> = Promise.resolve();
  private withdrawn = false;
  private version = 0;
  private keptTerms: Terms = {};
  private keepPrevious = false;
  /** Whether something besides the body waits to be saved. */
  private pending = false;
  private failures = 0;
  private phase: DraftState['phase'] = 'clean';
  private savedAt: string | undefined;
  private reason: string | undefined;
  private conflict: OtherDraft | undefined;
  private state: DraftState = { dirty: false, phase: 'clean', savedAt: undefined, reason: undefined, conflict: undefined };
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: DraftStore) {}

  get html(): string {
    return this.body;
  }

  /** True when the body differs from the last persisted draft. */
  get dirty(): boolean {
    return this.body !== this.baseline;
  }

  get kept(): Terms {
    return this.keptTerms;
  }

  /** The same object until something changes. */
  readonly getState = (): DraftState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Starts from a letter that was just loaded or made. */
  open({ html, version, savedAt, keptTerms = {} }: OpenedDraft): void {
    this.cancelTimer();
    this.body = html;
    this.baseline = html;
    this.version = version;
    this.keptTerms = keptTerms;
    this.conflict = undefined;
    this.pending = false;
    this.failures = 0;
    this.savedAt = savedAt;
    this.enter(savedAt === undefined ? 'clean' : 'saved');
  }

  /** The editor writes the same letter in its own spelling: not an edit, so what was clean stays clean. */
  respell(html: string): void {
    const clean = !this.dirty;
    this.body = html;
    if (clean) this.baseline = html;
    this.enter(this.phase);
  }

  /** User input: saved once the typing has paused. */
  edit(html: string): void {
    if (html === this.body) return;
    this.body = html;
    this.store.copy.write(html, this.version);
    this.saveAfter(autosaveDelay);
    if (this.conflict) this.enter('conflict');
    else if (this.dirty) this.enter('edited');
    else {
      this.store.copy.drop();
      this.enter(this.savedAt === undefined ? 'clean' : 'saved');
    }
  }

  /** Another text takes the letter's place: it is saved at once, and what it replaces is kept as a version. Rejects while that is not safe. */
  async replace(html: string): Promise<void> {
    await this.flush();
    if (this.dirty) throw new Error('The letter on screen is not saved yet.');
    this.keptTerms = {};
    this.keepPrevious = true;
    this.edit(html);
    await this.flush();
  }

  /** A copy that this browser kept, made from `version` of the draft. */
  async restore(html: string, version: number): Promise<void> {
    this.version = version;
    this.keepPrevious = true;
    this.edit(html);
    await this.flush();
  }

  /** The letter may differ from the property in these terms. */
  async keepTerms(terms: Terms): Promise<void> {
    this.keptTerms = { ...this.keptTerms, ...terms };
    this.pending = true;
    await this.flush();
  }

  /** The own text replaces the other one, which is kept as a version. */
  async keepMine(): Promise<void> {
    if (!this.conflict) return;
    this.version = this.conflict.version;
    this.conflict = undefined;
    this.keepPrevious = true;
    await this.flush();
  }

  /** The other text takes the place of the own one, which is kept as a version. False when that failed: then nothing has changed. */
  async takeTheirs(): Promise<boolean> {
    const theirs = this.conflict;
    if (!theirs) return false;
    try {
      await this.store.setAside(this.body);
    } catch (cause) {
      this.store.log('The own text of the letter could not be kept.', cause);
      return false;
    }
    this.store.copy.drop();
    this.open({ html: theirs.html, version: theirs.version, savedAt: theirs.updatedAt, keptTerms: theirs.keptTerms });
    return true;
  }

  /** The network is back: what waits for its next try goes now. */
  online(): void {
    if (this.phase === 'retrying') void this.flush();
  }

  /** Saves what is pending, now. Resolves when the server has answered, whichever way. */
  async flush(): Promise<void> {
    this.cancelTimer();
    await this.enqueue(() => this.saveBody());
  }

  /** Deletes the draft because the edits are given up or are safe in a PDF; on success the letter is clean. */
  async discard(): Promise<void> {
    this.cancelTimer();
    this.saving?.abort();
    const discarded = this.body;
    await this.enqueue(async () => {
      try {
        await this.store.remove(discarded, this.version);
        this.store.copy.drop();
        this.open({ html: discarded, version: 0 });
      } catch (cause) {
        this.store.log('The letter draft could not be deleted.', cause);
      }
    });
  }

  /** The page may be about to go away: what is pending waits for `pageHidden` or `pageShown`. */
  hold(): void {
    this.cancelTimer();
  }

  /** The page goes away: a dirty letter's draft is deleted by a beacon, and no save may arrive after it. */
  pageHidden(): void {
    if (!this.dirty) return;
    this.cancelTimer();
    this.saving?.abort();
    this.withdrawn = true;
    this.store.beacon(this.body, this.version);
  }

  /** The page came back from the browser's cache, or the person stayed: the draft is stored again at once. */
  async pageShown(): Promise<void> {
    if (!this.dirty && !this.withdrawn) return;
    const deleted = this.withdrawn;
    this.withdrawn = false;
    this.cancelTimer();
    await this.enqueue(() => this.saveBody(deleted));
  }

  /** The screen is taken down: a pending draft is saved, and nothing is left ticking. */
  close(): void {
    if (this.timer !== undefined) void this.flush();
  }

  private async saveBody(evenIfClean = false): Promise<void> {
    if (this.conflict || this.withdrawn || !(this.dirty || this.pending || evenIfClean)) return;
    const [html, keptTerms, keepPrevious] = [this.body, this.keptTerms, this.keepPrevious];
    const saving = new AbortController();
    this.saving = saving;
    this.enter('saving');
    try {
      const { version, at } = await this.store.save({ html, version: this.version, keptTerms, keepPrevious }, saving.signal);
      this.version = version;
      this.savedAt = at;
      this.baseline = html;
      this.keepPrevious = false;
      this.pending = keptTerms !== this.keptTerms;
      this.failures = 0;
      if (this.dirty) this.store.copy.write(this.body, version);
      else this.store.copy.drop();
      this.enter(this.dirty ? 'edited' : 'saved');
    } catch (cause) {
      if (saving.signal.aborted) this.enter('edited');
      else this.failed(cause);
    } finally {
      this.saving = undefined;
    }
  }

  private failed(cause: unknown): void {
    if (cause instanceof DraftConflict) {
      this.cancelTimer();
      this.conflict = cause.draft;
      this.enter('conflict');
      return;
    }
    this.store.log('The letter draft could not be saved.', cause);
    if (cause instanceof DraftRefused) {
      this.reason = cause.message;
      this.enter('refused');
      return;
    }
    const pause = retryPauses[Math.min(this.failures, retryPauses.length - 1)] ?? autosaveDelay;
    this.failures += 1;
    // Typing that went on has its own save coming.
    if (this.timer === undefined && !this.withdrawn) this.saveAfter(pause);
    this.enter('retrying');
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const next = this.queue.then(work);
    this.queue = next;
    return next;
  }

  private saveAfter(pause: number): void {
    this.cancelTimer();
    this.timer = setTimeout(() => void this.flush(), pause);
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private enter(phase: DraftState['phase']): void {
    this.phase = phase;
    const { dirty, savedAt, conflict } = this;
    const reason = phase === 'refused' ? this.reason : undefined;
    const before = this.state;
    if (before.dirty === dirty && before.phase === phase && before.savedAt === savedAt && before.conflict === conflict) return;
    this.state = { dirty, phase, savedAt, reason, conflict };
    this.listeners.forEach((listener) => listener());
  }
}
