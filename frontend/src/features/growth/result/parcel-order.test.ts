import { expect, it } from 'vitest';
import type { JoinedParcel } from '../api/types';
import { ordered } from './parcel-order';

const parcel = (number: string, chance: number | null, decade: string | null, inside = true): JoinedParcel => ({
  parcel_number: number,
  address: null,
  lon: 0,
  lat: 0,
  inside,
  urban_now: false,
  chance_percent: chance,
  likely_decade: decade,
  surrounded_percent_now: 0,
});
const parcels = [
  parcel('10', 20, '2040s'),
  parcel('9', null, null),
  parcel('2', 75, '2030s'),
  parcel('1', 75, null),
  parcel('0', 90, '2030s', false),
];
const numbers = (by: 'parcel' | 'chance' | 'decade', descending: boolean) =>
  ordered(parcels, by, descending).map(({ parcel_number }) => parcel_number);

it('lists parcels inside only, the unknown last either way, equals by number', () => {
  expect(numbers('chance', true)).toEqual(['1', '2', '10', '9']);
  expect(numbers('chance', false)).toEqual(['10', '1', '2', '9']);
  expect(numbers('decade', false).slice(0, 2)).toEqual(['2', '10']);
  expect(numbers('decade', true).slice(0, 2)).toEqual(['10', '2']);
});

it('sorts numbers of parcels as numbers', () => {
  expect(numbers('parcel', false)).toEqual(['1', '2', '9', '10']);
});
