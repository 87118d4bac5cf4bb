import { expect, it } from 'vitest';
import type { PropertyRow } from './api';
import { totalsOf, totalsWords } from './properties-totals';

let lots = 0;
/** Each on land of its own. */
const row = (over: Partial<PropertyRow>): PropertyRow =>
  ({ acres: 2, total_value: 100, appraised_value: null, site: null, lon: -95, lat: (lots += 1), ...over }) as PropertyRow;

it('says what a sum lacks', () => {
  const rows = [row({}), row({ acres: null }), row({ acres: 1.5, appraised_value: 70 })];
  expect(totalsWords(totalsOf(rows))).toBe(
    '3.5 acres (1 without acres) · $300 total value · $70 appraised value (2 without appraised value)',
  );
});

it('counts land that several parcels are on once', () => {
  const [tower, beside] = [row({}), row({ acres: 3 })];
  expect(totalsWords(totalsOf([tower, beside, tower, { ...tower, acres: null }]))).toBe(
    '5 acres (1 without acres) · $400 total value · 4 without appraised value',
  );
});

it('has no sum of nothing', () => {
  expect(totalsWords(totalsOf([]))).toBe('');
  expect(totalsWords(totalsOf([row({ acres: null, total_value: 0 })]))).toBe(
    '1 without acres · $0 total value · 1 without appraised value',
  );
});

it('leaves parcels of a site to the site, and says so', () => {
  const part = row({ site: { property_id: 'q', parcel_number: '042 +1' } });
  expect(totalsWords(totalsOf([row({ appraised_value: 5 }), part]))).toBe(
    '2 acres · $100 total value · $5 appraised value · 1 parcel of a site, summed with the site',
  );
  expect(totalsWords(totalsOf([part, part]))).toBe('2 parcels of a site, summed with the site');
});
