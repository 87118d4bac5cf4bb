import { expect, it } from 'vitest';
import { changeWords, originWords, type ParcelChange } from './parcel-change-words';

const words = (fact: ParcelChange['changes'][number]['fact'], before: string | null, after: string | null, undone = false) =>
  changeWords({ fact, before, after }, undone);

it('names both values, and says when one is unknown', () => {
  expect(words('owner', 'HERON LLC', 'EGRET LP')).toBe('Owner: HERON LLC → EGRET LP');
  expect(words('saledate', null, '2026-10-02')).toBe('Last sale: unknown → Oct 2, 2026');
  expect(words('parval', '100000', null)).toBe('Appraised value: $100,000 → unknown');
  expect(words('saleprice', '0', '250000.5')).toBe('Sale price: $0 → $250,001');
  expect(words('ll_gisacre', '1', '12.5')).toBe('Area: 1 acre → 12.5 acres');
});

it('says what became of a parcel, also when the import was undone', () => {
  expect(words('split', 'R-2', 'R-2A, R-2B')).toBe('Split into R-2A, R-2B');
  expect(words('split', 'R-2A, R-2B', 'R-2', true)).toBe('No longer split into R-2A, R-2B');
  expect(words('merged', 'R-3, R-4', 'R-34')).toBe('Merged: R-3, R-4 → R-34');
  expect(words('merged', 'R-34', 'R-3, R-4', true)).toBe('No longer merged into R-34');
  expect(words('retired', 'R-5', null)).toBe('No longer in the county’s records');
  expect(words('retired', null, 'R-5', true)).toBe('In the county’s records again');
  expect(words('returned', 'R-5', null, true)).toBe('No longer in the county’s records');
});

it('names source and date', () => {
  const of = (source_date: string | null, is_undone: boolean) => originWords({ source: 'Harris CAD', source_date, is_undone });
  expect(of('2026-11-01', false)).toBe('Harris CAD, Nov 1, 2026');
  expect(of(null, true)).toBe('Import undone: Harris CAD, date unknown');
});
