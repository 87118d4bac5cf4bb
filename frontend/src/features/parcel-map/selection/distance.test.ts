import { expect, it } from 'vitest';
import { distanceIn, metresOf, mostBesideLine, mostRadius, problemOf, unitOf } from './distance';

it('shows a distance in feet or miles', () => {
  expect(distanceIn(30.48, 'ft')).toEqual({ amount: 100, unit: 'ft' });
  expect(distanceIn(1000, 'mi')).toEqual({ amount: 0.62, unit: 'mi' });
  expect([unitOf(300), unitOf(1609)]).toEqual(['ft', 'mi']);
  expect(metresOf({ amount: 2, unit: 'mi' })).toBeCloseTo(3218.688);
  expect(metresOf({ amount: '2.50', unit: 'mi' })).toBeCloseTo(4023.36);
});

it("has the server's bounds", () => {
  expect(problemOf({ amount: 32_808, unit: 'ft' }, mostBesideLine)).toBeUndefined();
  expect(problemOf({ amount: 32_809, unit: 'ft' }, mostBesideLine)).toBe('More than 0, at most 32,808 ft');
  expect(problemOf({ amount: 62.13, unit: 'mi' }, mostRadius)).toBeUndefined();
  expect(problemOf({ amount: 62.14, unit: 'mi' }, mostRadius)).toBe('More than 0, at most 62.13 mi');
  for (const amount of ['', '0.', '-', 0, -1]) expect(problemOf({ amount, unit: 'ft' }, mostRadius)).toContain('More than 0');
});
