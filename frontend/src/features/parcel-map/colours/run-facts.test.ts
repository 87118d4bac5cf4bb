import { expect, it } from 'vitest';
import { factsOfResult, withResult, yearsSince } from './run-facts';

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
  record: { use_class: 'vacant', zoning: 'M-2', total_value: 500_000, building_sqft: null, saledate: '2016-01-01', owner_kind: 'trust' },
  reasons: [
    { fact: 'slope_percent', value: 3.5 },
    { fact: 'growth_chance', value: null },
  ],
  gates: [{ fact: 'is_absentee', value: false }],
} as unknown as Parameters<typeof factsOfResult>[0];

it('of a result are those of its record, its wishes and its requirements', () => {
  const facts = factsOfResult(result, today);
  expect(facts).toMatchObject({
    score: 71.5,
    years_held: 10,
    slope_percent: 3.5,
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
