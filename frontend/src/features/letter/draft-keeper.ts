/**
 * Keeps one letter's draft: what is on screen, what the server last accepted, and the debounced saves between them.
 * A plain class with its effects handed in, so that the rules on losing and keeping work are tested without a browser.
 * It does not sanitize and shows nothing: failures go to the log and leave the letter dirty.
 */

export interface DraftStore {
  save: (html: string, signal: AbortSignal) => Promise<void>;
  remove: () => Promise<void>;
  /** A deletion that survives the page. */
  beacon: () => void;
  log: (what: string, cause: unknown) => void;
}

/** Quiet time after user input before the draft is saved, in milliseconds. */
export const autosaveDelay = 800;

export class DraftKeeper {
  private body = '';
  /** The letter that leaving would lose nothing of: the draft last stored, or the letter as it was opened. */
  private baseline = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: AbortController | undefined;
  /** Calls one after another, so that a deletion can never overtake a save. */
  private queue: Promise<unknown> = Promise.resolve();
  private withdrawn = false;
  private wasDirty = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: DraftStore) {}

  get html(): string {
    return this.body;
  }

  /** True when the body differs from the last persisted draft. */
  get dirty(): boolean {
    return this.body !== this.baseline;
  }

  readonly isDirty = (): boolean => this.dirty;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Starts from a letter that was just loaded or made. */
  open(html: string): void {
    this.cancelTimer();
    this.body = html;
    this.baseline = html;
    this.changed();
  }

  /** The editor writes the same letter in its own spelling: not an edit, so what was clean stays clean. */
  respell(html: string): void {
    const clean = !this.dirty;
    this.body = html;
    if (clean) this.baseline = html;
    this.changed();
  }

  /** User input: saved once the typing has paused. */
  edit(html: string): void {
    if (html === this.body) return;
    this.body = html;
    this.cancelTimer();
    this.timer = setTimeout(() => void this.flush(), autosaveDelay);
    this.changed();
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
        await this.store.remove();
        this.baseline = discarded;
        this.changed();
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
    this.store.beacon();
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
    if (this.withdrawn || !(this.dirty || evenIfClean)) return;
    const html = this.body;
    const saving = new AbortController();
    this.saving = saving;
    try {
      await this.store.save(html, saving.signal);
      this.baseline = html;
      this.changed();
    } catch (cause) {
      if (!saving.signal.aborted) this.store.log('The letter draft could not be saved.', cause);
    } finally {
      this.saving = undefined;
    }
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const next = this.queue.then(work);
    this.queue = next;
    return next;
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private changed(): void {
    if (this.dirty === this.wasDirty) return;
    this.wasDirty = this.dirty;
    this.listeners.forEach((listener) => listener());
  }
}
