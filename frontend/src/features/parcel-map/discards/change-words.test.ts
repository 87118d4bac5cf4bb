import { expect, it } from 'vitest';
import { changeWords } from './change-words';

it('says what a fact was and is', () => {
  expect(changeWords({ field: 'flood_zone', was: 'AE', now: 'X' })).toBe('For review: flood zone was AE, now X');
  expect(changeWords({ field: 'zoning', was: null, now: 'M-2' })).toBe('For review: zoning was unknown, now M-2');
  expect(changeWords({ field: 'parval', was: 400_000, now: 310_000 })).toBe('For review: value was $400,000, now $310,000');
  expect(changeWords({ field: 'parval', was: 400_000, now: 0 })).toBe('For review: value was $400,000, now unknown');
  expect(changeWords({ field: 'value_per_acre', was: 100_000, now: 80_000 })).toBe('For review: value per acre was $100,000, now $80,000');
  expect(changeWords({ field: 'll_gisacre', was: 2, now: null })).toBe('For review: lot area was 2 acres, now unknown');
  expect(changeWords({ field: 'usedesc', was: 'WAREHOUSE', now: 'VACANT LAND' })).toBe(
    'For review: land use was Warehouse, now Vacant land',
  );
});

it('says how far a road or railway was and is, and how the outline changed', () => {
  expect(changeWords({ field: 'highway_m', was: 8046.72, now: 1100 })).toBe('For review: distance to a highway was 5 mi, now 0.68 mi');
  expect(changeWords({ field: 'rail_m', was: 4000, now: 0 })).toBe('For review: distance to a railway was 2.49 mi, now 0 mi');
  expect(changeWords({ field: 'outline_acres', was: 10, now: 4.5 })).toBe(
    'For review: land within the outline was 10 acres, now 4.5 acres',
  );
  expect(changeWords({ field: 'width_m', was: 30.48, now: 60.96 })).toBe('For review: width was 100 ft, now 200 ft');
  expect(changeWords({ field: 'compactness', was: 0.4213, now: 0.75 })).toBe('For review: compactness was 0.42, now 0.75');
});

it('shows a change that rounding would hide', () => {
  expect(changeWords({ field: 'll_gisacre', was: 2.0001, now: 2.0002 })).toBe('For review: lot area was 2.0001, now 2.0002');
});
