import type { PropertyFile } from './api';

/** Initial content of a message. */
export interface Opening {
  readonly to: readonly string[];
  readonly subject: string;
  readonly body: string;
  /** Paths of the selected files. */
  readonly files: readonly string[];
}

const letter = /__LOI[^/]*\.pdf$/i;

/** The letter of intent saved last, by its default file name. */
export function newestLetter(files: readonly PropertyFile[]): string | undefined {
  const letters = files.filter(({ name }) => letter.test(name));
  return letters.toSorted((one, other) => other.uploaded_at.localeCompare(one.uploaded_at))[0]?.path;
}

/** Blank lines for the message above the signature. */
export function bodyOver(signature: string): string {
  return signature && `\n\n${signature}`;
}

/** Whether nothing was written above the signature. */
export function isBlank(body: string, opening: string): boolean {
  const written = opening && body.endsWith(opening.trimStart()) ? body.slice(0, -opening.trimStart().length) : body;
  return written.trim() === '';
}
