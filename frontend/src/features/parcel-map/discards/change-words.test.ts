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

it('shows a change that rounding would hide', () => {
  expect(changeWords({ field: 'll_gisacre', was: 2.0001, now: 2.0002 })).toBe('For review: lot area was 2.0001, now 2.0002');
});
