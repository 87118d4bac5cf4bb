/**
 * The browser's default letter equals the server's: both are compared with one file. `UPDATE_CONTRACTS=1` writes it from here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultLetter, type LetterProperty } from './letter-text';

interface Case {
  name: string;
  firm: string;
  /** Calendar day in the user's time zone. */
  today: string;
  property: LetterProperty;
  html: string;
}

const file = new URL('../../../../contracts/letters/default-letter.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];
const made = ({ property, firm, today }: Case): string => defaultLetter(property, firm, new Date(`${today}T00:00`));

if (process.env['UPDATE_CONTRACTS']) {
  for (const each of cases) each.html = made(each);
  writeFileSync(file, `${JSON.stringify(cases, undefined, 2)}\n`);
}

it.each(cases)('makes the letter that the server makes: $name', (each) => {
  expect(made(each)).toBe(each.html);
});
