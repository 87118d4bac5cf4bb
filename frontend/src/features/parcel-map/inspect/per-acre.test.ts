import { expect, it } from 'vitest';
import { sharedLandWords, valuePerAcre } from './per-acre';

const land = { parcels: 20, total_value: 6_000_000, land_value: null, acres: 2 };
const unit = { parval: 300_000, ll_gisacre: 2 };

it('is of the land that the parcel shares, and unknown if that is', () => {
  expect(valuePerAcre(unit)).toBe(150_000);
  expect(valuePerAcre({ ...unit, shared_land: null })).toBe(150_000);
  expect(valuePerAcre({ ...unit, shared_land: land })).toBe(3_000_000);
  expect(valuePerAcre({ ...unit, shared_land: { ...land, total_value: null } })).toBeUndefined();
  expect(valuePerAcre({ ...unit, parval: 0 })).toBeUndefined();
});

it('is explained', () => {
  expect(sharedLandWords(land)).toBe('20 parcels share this land: the value per acre is of all of them.');
  expect(sharedLandWords({ ...land, total_value: null })).toMatch(/^20 parcels share this land, and not all of their values are known/);
});
