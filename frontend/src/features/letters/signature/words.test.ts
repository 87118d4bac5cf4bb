import { describe, expect, it } from 'vitest';
import type { Letter } from '../api';
import type { LetterLink } from './api';
import { canFinish, endOf, likelySigner, openingsWords } from './words';

const link = (over: Partial<LetterLink> = {}) => ({ name: 'Dana Lee', signed_at: null, revoked_at: null, ...over }) as LetterLink;
const letter = (over: Partial<Letter> = {}) =>
  ({
    status: 'sent',
    terms: { contact_name: 'Dana Lee', owner_name: 'Oak LLC' },
    report: [],
    ...over,
  }) as unknown as Letter;
const dana = { first_name: 'Dana', last_name: 'Lee', email: 'dana@oak.example', title: 'Manager' };
const ann = { first_name: 'Ann', last_name: 'Oak', email: 'ann@oak.example', title: null };

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

describe('who probably signs', () => {
  it('is the contact whom the letter names, for its owner', () => {
    expect(likelySigner(letter(), [ann, dana], [])).toEqual({
      name: 'Dana Lee',
      email: 'dana@oak.example',
      capacity: 'Manager of Oak LLC',
    });
    expect(likelySigner(letter(), [], [])).toEqual({ name: 'Dana Lee', email: '', capacity: 'Oak LLC' });
  });

  it('is never a stand-in', () => {
    const of = letter({
      terms: { contact_name: 'John Public', owner_name: 'Company' },
      report: ['contact_name', 'owner_name'].map((term) => ({
        term,
        reason: 'default_used' as const,
        severity: 'warn',
        text: '',
        sentence: '',
      })),
    });
    expect(likelySigner(of, [], [])).toEqual({ name: '', email: '', capacity: '' });
  });

  it('signs as nobody else if the owner is a person', () => {
    const of = letter({ terms: { contact_name: 'Ann Oak', owner_name: 'Ann Oak' } });
    expect(likelySigner(of, [ann], [])).toEqual({ name: 'Ann Oak', email: 'ann@oak.example', capacity: '' });
  });

  it('is not somebody who has a link', () => {
    expect(likelySigner(letter(), [dana, ann], [link()])).toMatchObject({ name: '', email: '' });
  });
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
