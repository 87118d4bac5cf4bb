/**
 * Keeps a letter's draft: the text on screen, the last saved one, and debounced saves between them. A failed save is retried with back-off;
 * a conflict with another user's later draft waits for a decision. A plain class with injected effects, so that the rules can be tested
 * without a browser.
 */
import type { Terms } from '../../lib/term-names';

/** Another user's draft of the letter. */
export interface OtherDraft {
  html: string;
  version: number;
  /** When it was stored, ISO 8601. */
  updatedAt: string;
  name: string;
  /** Whether the same user stored it, in another window. */
  own: boolean;
  keptTerms: Terms;
}

/** Another user stored a later draft. */
export class DraftConflict extends Error {
  constructor(readonly draft: OtherDraft) {
    super('The letter was changed by another user.');
  }
}

/** The server permanently rejects this draft. */
export class DraftRefused extends Error {}

export interface DraftToSave {
  html: string;
  /** The version it is based on; 0 for none. */
  version: number;
  keptTerms: Terms;
  /** Whether the replaced draft is kept as a version. */
  keepPrevious: boolean;
}

export interface DraftStore {
  /** Returns the new version and its time. Throws {@link DraftConflict}, {@link DraftRefused}, or anything else for a transient failure. */
  save: (draft: DraftToSave, signal: AbortSignal) => Promise<{ version: number; at: string }>;
  /** Deletes the draft with this version; the server keeps the text as a version of the letter. */
  remove: (html: string, version: number) => Promise<void>;
  /** Deletes with a beacon, which survives the page. */
  beacon: (html: string, version: number) => void;
  /** Stores a text as a version of the letter without changing the draft. */
  setAside: (html: string) => Promise<void>;
  /** A local copy until the server has the text. */
  copy: { write: (html: string, version: number) => void; drop: () => void };
  log: (what: string, cause: unknown) => void;
}

/** State of the draft for display. */
export interface DraftState {
  /** True when the body differs from the last saved draft. */
  dirty: boolean;
  /** `retrying`: not saved, retried automatically. `refused`: not saved, with the reason. */
  phase: 'clean' | 'edited' | 'saving' | 'saved' | 'retrying' | 'refused' | 'conflict';
  /** When the server last accepted the draft, ISO 8601. */
  savedAt: string | undefined;
  reason: string | undefined;
  conflict: OtherDraft | undefined;
}

/** Initial content of a letter. */
export interface OpenedDraft {
  html: string;
  /** 0 without a stored draft. */
  version: number;
  savedAt?: string | undefined;
  keptTerms?: Terms;
}

/** Debounce delay of saves after user input, in milliseconds. */
export const autosaveDelay = 800;

/** Back-off of failed saves, in milliseconds; the last value repeats. */
export const retryPauses: readonly number[] = [1000, 2000, 4000, 8000, 16_000, 30_000];

export class DraftKeeper {
  private body = '';
  /** The text that is safe to leave: the last saved draft, or the letter as opened. */
  private baseline = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: AbortController | undefined;
  /** Serializes requests, so that a deletion cannot overtake a save. */
  private queue: Promise<unknown> = Promise.resolve();
  private withdrawn = false;
  private version = 0;
  private keptTerms: Terms = {};
  private keepPrevious = false;
  /** Whether something besides the body must be saved. */
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

  /** True when the body differs from the last saved draft. */
  get dirty(): boolean {
    return this.body !== this.baseline;
  }

  get kept(): Terms {
    return this.keptTerms;
  }

  /** Returns the same object until something changes. */
  readonly getState = (): DraftState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Starts with a loaded or new letter. */
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

  /** The editor normalizes the HTML, which is not an edit: a clean letter stays clean. */
  respell(html: string): void {
    const clean = !this.dirty;
    this.body = html;
    if (clean) this.baseline = html;
    this.enter(this.phase);
  }

  /** User input; saved after the debounce delay. */
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

  /** Replaces the text: saved immediately, with the replaced one kept as a version. Rejects while that is not safe. */
  async replace(html: string): Promise<void> {
    await this.flush();
    if (this.dirty) throw new Error('The letter on screen is not saved yet.');
    this.keptTerms = {};
    this.keepPrevious = true;
    this.edit(html);
    await this.flush();
  }

  /** Restores a local copy based on `version` of the draft. */
  async restore(html: string, version: number): Promise<void> {
    this.version = version;
    this.keepPrevious = true;
    this.edit(html);
    await this.flush();
  }

  /** Accepts that the letter differs from the property in these terms. */
  async keepTerms(terms: Terms): Promise<void> {
    this.keptTerms = { ...this.keptTerms, ...terms };
    this.pending = true;
    await this.flush();
  }

  /** Resolves a conflict with this text; the other one is kept as a version. */
  async keepMine(): Promise<void> {
    if (!this.conflict) return;
    this.version = this.conflict.version;
    this.conflict = undefined;
    this.keepPrevious = true;
    await this.flush();
  }

  /** Resolves a conflict with the other text; this one is kept as a version. False when that failed and nothing changed. */
  async takeTheirs(): Promise<boolean> {
    const theirs = this.conflict;
    if (!theirs) return false;
    try {
      await this.store.setAside(this.body);
    } catch (cause) {
      this.store.log('The text of the letter in this window could not be stored.', cause);
      return false;
    }
    this.store.copy.drop();
    this.open({ html: theirs.html, version: theirs.version, savedAt: theirs.updatedAt, keptTerms: theirs.keptTerms });
    return true;
  }

  /** The network is back: retry immediately. */
  online(): void {
    if (this.phase === 'retrying') void this.flush();
  }

  /** Saves pending changes now. Resolves after the server's response, success or not. */
  async flush(): Promise<void> {
    this.cancelTimer();
    await this.enqueue(() => this.saveBody());
  }

  /** Deletes the draft because the edits are discarded or stored in a PDF; on success the letter is clean. */
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

  /** The page may be about to close: pending saves wait for `pageHidden` or `pageShown`. */
  hold(): void {
    this.cancelTimer();
  }

  /** The page closes: a dirty letter's draft is deleted by a beacon, and no save may arrive after it. */
  pageHidden(): void {
    if (!this.dirty) return;
    this.cancelTimer();
    this.saving?.abort();
    this.withdrawn = true;
    this.store.beacon(this.body, this.version);
  }

  /** The page was restored from the browser's cache, or the user stayed: the draft is saved again. */
  async pageShown(): Promise<void> {
    if (!this.dirty && !this.withdrawn) return;
    const deleted = this.withdrawn;
    this.withdrawn = false;
    this.cancelTimer();
    await this.enqueue(() => this.saveBody(deleted));
  }

  /** Unmounts: saves a pending draft and clears all timers. */
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
    // Continued typing has scheduled its own save.
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
