import { expect, it } from 'vitest';
import { defaultFileName, tidyFileName } from './file-name';

it.each([
  ['1200 Travis St', '1200_Travis_St__LOI.pdf'],
  ['  77  Main\tSt ', '77_Main_St__LOI.pdf'],
])('proposes a name for %j', (address, name) => {
  expect(defaultFileName(address)).toBe(name);
});

it.each([
  ['letter', 'letter.pdf'],
  ['letter.PDF ', 'letter.pdf'],
  ['../a/b:c.pdf', '.._a_b_c.pdf'],
  ['Entwurf für Łódź', 'Entwurf für Łódź.pdf'],
  ['   ', undefined],
  ['.pdf', undefined],
  ['..', undefined],
  ['a\u0000b\n', 'ab.pdf'],
])('tidies %j', (typed, name) => {
  expect(tidyFileName(typed)).toBe(name);
});
