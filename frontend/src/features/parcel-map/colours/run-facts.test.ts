import { expect, it } from 'vitest';
import { factsOfResult, lackOf, withResult, yearsSince } from './run-facts';
import { colourings } from './schemes';

const today = new Date(2026, 10, 26);

it('years are full', () => {
  expect(yearsSince('2006-11-26', today)).toBe(20);
  expect(yearsSince('2006-11-27', today)).toBe(19);
  expect(yearsSince('2027-01-01', today)).toBeUndefined();
  expect(yearsSince(null, today)).toBeUndefined();
  expect(yearsSince('unknown', today)).toBeUndefined();
});

const result = {
  ll_uuid: 'a',
  score: 71.5,
  acres: 10,
  record: {
    use_class: 'vacant',
    zoning: 'M-2',
    total_value: 500_000,
    value_per_acre: 50_000,
    building_sqft: null,
    saledate: '2016-01-01',
    owner_kind: 'trust',
  },
  reasons: [
    { fact: 'slope_percent', value: 3.5 },
    { fact: 'growth_chance', value: null },
    { fact: 'rail_m', value: 804.7 },
  ],
  gates: [
    { fact: 'is_absentee', value: false },
    { fact: 'highway_m', value: 0 },
  ],
} as unknown as Parameters<typeof factsOfResult>[0];

it('of a result are those of its record, its wishes and its requirements', () => {
  const facts = factsOfResult(result, today);
  expect(facts).toMatchObject({
    score: 71.5,
    years_held: 10,
    slope_percent: 3.5,
    highway_m: 0,
    rail_m: 804.7,
    is_absentee: false,
    value_per_acre: 50_000,
    zoning: 'M-2',
  });
  expect(facts.growth_chance).toBeUndefined();
});

it('of the project come first', () => {
  const own = { ll_uuid: 'a', zoning: null, use_class: 'office' };
  expect(withResult(own, factsOfResult(result, today))).toMatchObject({ use_class: 'office', zoning: 'M-2', score: 71.5 });
  expect(withResult(own, undefined)).toBe(own);
});

it('are lacking where no search, or none with the fact, has been run', () => {
  const lacking = (criteria: Parameters<typeof lackOf>[1]) =>
    colourings.flatMap((by) => {
      const lack = lackOf(by, criteria);
      return lack === undefined ? [] : [`${by}: ${lack}`];
    });
  const asks = 'run a search with this wish';
  const all = [`slope_percent: ${asks}`, `highway_m: ${asks}`, `rail_m: ${asks}`, `growth_chance: ${asks}`];
  expect(lacking(undefined)).toEqual(['score: run a search', ...all]);
  expect(lacking({ version: 1 })).toEqual(all);
  const wish = { fact: 'slope_percent', weight: 1, curve: { kind: 'ramp', zero: 10, one: 2 } } as const;
  expect(lacking({ version: 1, wishes: [wish], gates: [{ fact: 'rail_m', max: 8000 }] })).toEqual([all[1], all[3]]);
});
