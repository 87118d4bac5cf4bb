/**
 * Local copies of letters with unsaved text, one per user and property. They outlive the tab and an expired session; signing out deletes
 * them.
 */
export interface LetterCopy {
  readonly html: string;
  /** The version of the draft it is based on; 0 for none. */
  readonly version: number;
  /** When it was written, ISO 8601. */
  readonly at: string;
}

const prefix = 'letter-copy:';

/** Storage key of this user's copy. */
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
    // Storage is full or disabled: the text is then only on screen until it is saved.
    console.warn('The letter could not be stored in this browser.', cause);
  }
}

export function dropCopy(key: string): void {
  localStorage.removeItem(key);
}

/** Deletes every copy of every user, on sign-out. */
export function dropAllCopies(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

function isCopy(value: unknown): value is LetterCopy {
  if (typeof value !== 'object' || value === null) return false;
  const { html, version, at } = value as Partial<Record<keyof LetterCopy, unknown>>;
  return typeof html === 'string' && typeof version === 'number' && typeof at === 'string';
}
