import { expect, it } from 'vitest';
import { changeWords, matchedChangesWords, matchWords, originWords, projectWords, type ParcelChange } from './parcel-change-words';

const words = (fact: ParcelChange['changes'][number]['fact'], before: string | null, after: string | null, undone = false) =>
  changeWords({ fact, before, after }, undone);

it('names both values, and says when one is unknown', () => {
  expect(words('owner', 'HERON LLC', 'EGRET LP')).toBe('Owner: HERON LLC → EGRET LP');
  expect(words('saledate', null, '2026-10-02')).toBe('Last sale: unknown → Oct 2, 2026');
  expect(words('parval', '100000', '0')).toBe('Appraised value: $100,000 → unknown');
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

const unchanged = { parcels: 0, owner: 0, sale: 0, zoning: 0, flood: 0, gone: 0, unmatched: 0 };

it('counts what newly matches a search and what changed of the others, and what no longer does', () => {
  const of = (parcels: number, changed: number, is_undone: boolean) =>
    matchWords({ search_name: 'Land', parcels, changed: { ...unchanged, parcels: changed }, is_undone });
  expect(of(1, 0, false)).toBe('1 parcel newly matches “Land”');
  expect(of(1200, 0, false)).toBe('1,200 parcels newly match “Land”');
  expect(of(1, 0, true)).toBe('1 parcel is no longer new in “Land”');
  expect(of(12, 0, true)).toBe('12 parcels are no longer new in “Land”');
  expect(of(12, 1200, false)).toBe('12 parcels newly match “Land”; 1,200 that matched before changed');
  expect(of(1, 7, true)).toBe('1 parcel is no longer new in “Land”; changes of 7 were undone');
  expect(of(0, 1, false)).toBe('1 parcel that matched “Land” changed');
  expect(of(0, 7, true)).toBe('Changes of 7 parcels that matched “Land” were undone');
});

it('names each kind of change with its count', () => {
  const of = (changed: typeof unchanged, is_undone = false) => matchedChangesWords({ search_name: 'Land', parcels: 1, changed, is_undone });
  expect(of(unchanged)).toBeUndefined();
  expect(of({ parcels: 1300, owner: 1200, sale: 3, zoning: 1, flood: 2, gone: 4, unmatched: 1 })).toBe(
    'Changed: owner of 1,200, last sale of 3, zoning of 1, flood zone of 2, 4 split, merged or retired, 1 no longer matches',
  );
  expect(of({ ...unchanged, parcels: 1, gone: 1 }, true)).toBe('Undone: 1 split, merged or retired');
  expect(of({ ...unchanged, parcels: 1200, unmatched: 1200 })).toBe('Changed: 1,200 no longer match');
  expect(of({ ...unchanged, parcels: 1, unmatched: 1 }, true)).toBe('Undone: 1 matches again');
});

it('names the site through which a project has a parcel', () => {
  const project = { project_id: 'p', project_name: 'East', site_id: null, site_name: null };
  expect(projectWords({ ...project, held_as: 'saved' })).toBe('East');
  expect(projectWords({ ...project, held_as: 'discarded' })).toBe('East (discarded)');
  expect(projectWords({ ...project, held_as: 'saved', site_id: 's', site_name: 'Elm' })).toBe('site Elm of East');
});
