import type { PropertyFile } from './api';

/** What a message holds before anything is written. */
export interface Opening {
  readonly to: readonly string[];
  readonly subject: string;
  readonly body: string;
  /** Paths of the files that are chosen. */
  readonly files: readonly string[];
}

const letter = /__LOI[^/]*\.pdf$/i;

/** The letter of intent that was saved last, by the name that saving proposes. */
export function newestLetter(files: readonly PropertyFile[]): string | undefined {
  const letters = files.filter(({ name }) => letter.test(name));
  return letters.toSorted((one, other) => other.uploaded_at.localeCompare(one.uploaded_at))[0]?.path;
}

/** The first lines are left blank for the message; the signature stands below. */
export function bodyOver(signature: string): string {
  return signature && `\n\n${signature}`;
}

/** Whether nothing was written above the signature. */
export function isBlank(body: string, opening: string): boolean {
  const written = opening && body.endsWith(opening.trimStart()) ? body.slice(0, -opening.trimStart().length) : body;
  return written.trim() === '';
}
