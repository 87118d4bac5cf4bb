import { expect, it } from 'vitest';
import type { Letter } from '../api';
import type { LetterLink } from './api';
import { canFinish, endOf, openingsWords } from './words';

const link = (over: Partial<LetterLink> = {}) => ({ name: 'Dana Lee', signed_at: null, revoked_at: null, ...over }) as LetterLink;
const letter = (over: Partial<Letter> = {}) => ({ status: 'sent', ...over }) as Letter;

it.each([
  [0, 0, 0, 'Not opened'],
  [0, 0, 2, 'Link followed, letter not opened'],
  [1, 1, 1, '1 opening'],
  [2, 2, 4, '2 openings'],
  [1, 3, 4, '1–3 openings, 1 certain'],
  [0, 3, 4, '0–3 openings, none certain'],
])('says how certain openings are: %s to %s', (least, most, fetched, words) => {
  expect(openingsWords({ openings: { least, most }, fetched })).toBe(words);
});

it('can finish when all but the closed have signed', () => {
  const [signed, waiting, closed] = [link({ signed_at: '2026-11-25' }), link(), link({ revoked_at: '2026-11-25' })];
  expect(canFinish(letter(), [signed, closed])).toBe(true);
  expect(canFinish(letter(), [signed, waiting])).toBe(false);
  expect(canFinish(letter(), [signed, waiting], waiting)).toBe(true);
  expect(canFinish(letter(), [closed])).toBe(false);
  expect(canFinish(letter({ status: 'signed' }), [signed, closed])).toBe(false);
});

it('ends with the day, on the letter’s last day with the letter', () => {
  const noon = new Date('2026-12-25T12:00:00').toISOString();
  expect(endOf('2026-12-25', noon)).toBe(noon);
  expect(endOf('2026-12-24', noon)).toBe(new Date('2026-12-24T23:59:59').toISOString());
  expect(endOf('2026-12-25', null)).toBe(new Date('2026-12-25T23:59:59').toISOString());
});
