import { describe, expect, it } from 'vitest';
import { entriesOf, isInside, parcelsOf, sorted, type SortOrder } from './entries';

type Answer = Parameters<typeof entriesOf>[0];

const facts = (id: string, more: object = {}) => ({
  ll_uuid: id,
  parcelnumb: id,
  address: null,
  ll_gisacre: null,
  parval: null,
  flood_zone: null,
  use_class: null,
  year_built: null,
  retired_at: null,
  lon: -95,
  lat: 30,
  ...more,
});
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-95.2, 29],
      [-95, 29],
      [-95, 29.2],
      [-95.2, 29],
    ],
  ],
};
const answered = {
  parcels: [
    {
      marker_id: 1,
      parcelnumb: '1',
      lon: -95.1,
      lat: 29.1,
      facts: facts('a', { ll_gisacre: 2, parval: 100, address: '1 Main St' }),
      geometry: square,
    },
    {
      marker_id: 2,
      parcelnumb: '2',
      lon: -96,
      lat: 31,
      facts: facts('b', { ll_gisacre: 9, parval: 90, retired_at: '2026-01-01T00:00:00Z' }),
      geometry: null,
    },
    { marker_id: 3, parcelnumb: '3', lon: -94, lat: 30, facts: null, geometry: null },
  ],
  discarded: [{ ll_uuid: 'd', reason: 'flood', facts: facts('d', { ll_gisacre: 5, parval: 0, use_class: 'public' }) }],
} as unknown as Answer;
const entries = entriesOf(answered);
const stages = new Map([
  ['b', { name: 'Found', place: 0 }],
  ['a', { name: 'LOI out', place: 2 }],
]);
const names = (by: SortOrder, scores?: ReadonlyMap<string, number>) =>
  sorted(entries, { by, scores, stages, center: { lon: -94, lat: 30 } }).map(({ number }) => number);

describe('the parcels of a project', () => {
  it('have their own facts, the address before the number', () => {
    expect(entries.map(({ name }) => name)).toEqual(['1 Main St', '2', '3', 'd']);
    expect(entries.map(({ perAcre }) => perAcre)).toEqual([50, 10, undefined, undefined]);
    const shared_land = { parcels: 5, total_value: 900, land_value: null, acres: 3 };
    const unit = { ...answered.parcels[0], facts: facts('a', { ll_gisacre: 3, parval: 100, shared_land }) };
    const [entry] = entriesOf({ ...answered, parcels: [unit] } as unknown as Answer);
    expect([entry?.perAcre, entry?.colour.value_per_acre]).toEqual([300, 300]);
    expect(entries.map(({ value }) => value)).toEqual([100, 90, undefined, undefined]);
    expect(entries.map(({ colour }) => colour.use_class)).toEqual([null, null, undefined, 'public']);
  });

  it('are in a file each once, those of a site in its place', () => {
    const site = { name: null, members: ['m', 'a'].map((ll_uuid) => ({ ll_uuid, parcelnumb: ll_uuid, retired_at: null })) };
    const parcel = { marker_id: 4, parcelnumb: 'm +1', lon: -95, lat: 30, facts: facts('s', { site }), geometry: square };
    const withSite = entriesOf({ ...answered, parcels: [...answered.parcels, parcel] } as unknown as Answer);
    expect(withSite[3]?.members).toEqual(['m', 'a']);
    expect(parcelsOf(withSite)).toEqual(['a', 'b', 'm', 'd']);
  });

  it('are sorted, and what is unknown comes last, never as zero', () => {
    expect(names('added')).toEqual(['1', '2', '3', 'd']);
    expect(names('acres')).toEqual(['2', 'd', '1', '3']);
    expect(names('stage')).toEqual(['2', '1', '3', 'd']);
    expect(names('value')).toEqual(['1', '2', '3', 'd']);
    expect(names('perAcre')).toEqual(['2', '1', '3', 'd']);
    expect(names('status')).toEqual(['1', '3', '2', 'd']);
    expect(names('distance')).toEqual(['3', 'd', '1', '2']);
    expect(
      names(
        'score',
        new Map([
          ['b', 91],
          ['a', 40],
        ]),
      ),
    ).toEqual(['2', '1', '3', 'd']);
  });

  it('are in view when their outline touches it', () => {
    const view = [-95.05, 28, -90, 29.05] as [number, number, number, number];
    expect(entries.filter((entry) => isInside(entry, view)).map(({ number }) => number)).toEqual(['1']);
  });
});
