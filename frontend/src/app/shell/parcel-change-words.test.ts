import { expect, it } from 'vitest';
import { changeWords, matchWords, originWords, projectWords, type ParcelChange } from './parcel-change-words';

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

it('counts what newly matches a search, and what no longer does', () => {
  const of = (parcels: number, is_undone: boolean) => matchWords({ search_name: 'Land', parcels, is_undone });
  expect(of(1, false)).toBe('1 parcel newly matches “Land”');
  expect(of(1200, false)).toBe('1,200 parcels newly match “Land”');
  expect(of(1, true)).toBe('1 parcel is no longer new in “Land”');
  expect(of(12, true)).toBe('12 parcels are no longer new in “Land”');
});

it('names the site through which a project has a parcel', () => {
  const project = { project_id: 'p', project_name: 'East', site_id: null, site_name: null };
  expect(projectWords({ ...project, held_as: 'saved' })).toBe('East');
  expect(projectWords({ ...project, held_as: 'discarded' })).toBe('East (discarded)');
  expect(projectWords({ ...project, held_as: 'saved', site_id: 's', site_name: 'Elm' })).toBe('site Elm of East');
});
