/**
 * Copies of letters in this browser, for words that the server does not have yet: one a person and property. They outlive the tab and a
 * session that ran out; signing out removes them.
 */
export interface LetterCopy {
  readonly html: string;
  /** The version of the draft that it was made from; 0 for none. */
  readonly version: number;
  /** When it was written, ISO 8601. */
  readonly at: string;
}

const prefix = 'letter-copy:';

/** Where the copy of this person's letter is. */
export function copyKey(userId: string | null, parcelNumber: string, projectId: string | undefined): string {
  return `${prefix}${userId ?? ''}:${projectId ?? ''}:${parcelNumber}`;
}

export function readCopy(key: string): LetterCopy | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isCopy(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

export function writeCopy(key: string, copy: LetterCopy): void {
  try {
    localStorage.setItem(key, JSON.stringify(copy));
  } catch (cause) {
    // Full, or switched off: the letter is then only on screen until the server has it.
    console.warn('The letter could not be copied to this browser.', cause);
  }
}

export function dropCopy(key: string): void {
  localStorage.removeItem(key);
}

/** Removes every copy, whoever's it is: for the end of a session that somebody asked for. */
export function dropAllCopies(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

function isCopy(value: unknown): value is LetterCopy {
  if (typeof value !== 'object' || value === null) return false;
  const { html, version, at } = value as Partial<Record<keyof LetterCopy, unknown>>;
  return typeof html === 'string' && typeof version === 'number' && typeof at === 'string';
}
