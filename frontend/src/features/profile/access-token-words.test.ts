import { describe, expect, it } from 'vitest';
import { daysRefusal, lastUsed, tokenNameRefusal } from './access-token-words';

describe('a new access token', () => {
  it('needs a name of at most 80 characters', () => {
    expect(tokenNameRefusal('  ')).toBe('Name is required.');
    expect(tokenNameRefusal(' QGIS ')).toBeUndefined();
    expect(tokenNameRefusal('é'.repeat(80))).toBeUndefined();
    expect(tokenNameRefusal('n'.repeat(81))).toBe('Use at most 80 characters.');
  });

  it('is valid for 1 to 366 days', () => {
    for (const days of [1, 90, 366]) expect(daysRefusal(days)).toBeUndefined();
    for (const days of [0, 367, 1.5, -1, '']) expect(daysRefusal(days)).toBe('Use 1 to 366 days.');
  });
});

it('shows the day of use in every time zone', () => {
  expect(lastUsed('2026-11-21')).toBe('Nov 21, 2026');
  expect(lastUsed(null)).toBe('Never');
});
