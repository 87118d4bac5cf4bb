import { expect, it } from 'vitest';
import { covers } from './face-css';

const latin = 'U+0000-00FF, U+0131, U+2018-201A';
const of = (text: string): ReadonlySet<number> => new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));

it.each([
  [latin, 'Dear Mr. Voss', true],
  [latin, '’', true],
  [latin, 'Łódź', true],
  [latin, 'Ωμέγα', false],
  ['U+04??', 'Д', true],
  ['U+04??', 'd', false],
  ['', '契', true],
])('tells whether %j holds a character of %j', (range, text, held) => {
  expect(covers(range, of(text))).toBe(held);
});
