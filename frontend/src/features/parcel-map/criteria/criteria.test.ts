import { describe, expect, it } from 'vitest';
import { changeGate, errorsOf, factsForGates, isSame, shareOf, withGate, withWish } from './criteria';
import { factRange, facts, factValue, gateWords, judgedValue, shownNumber, storedNumber, type NumberFact } from './facts';
import type { Criteria, Wish } from './types';

const empty: Criteria = { version: 1, gates: [], wishes: [] };
const wish = (weight: number): Wish => ({ fact: 'acres', weight, curve: { kind: 'ramp', zero: 1, one: 2 }, neutral: 0.5 });
const highway = facts.highway_m as NumberFact;

describe('criteria', () => {
  it('ask of each fact once', () => {
    const one = withGate(empty, 'acres');
    expect(one.gates).toEqual([{ fact: 'acres', min: 1, unknown: 'list' }]);
    expect(factsForGates(one)).not.toContain('acres');
    expect(changeGate(one, 0, undefined)).toEqual(empty);
    expect(withWish(empty, 'is_absentee').wishes[0]?.curve).toEqual({ kind: 'flag', yes: 1, no: 0 });
  });

  it('are the same whatever the order of members, and with null or absent bounds', () => {
    const a: Criteria = { ...empty, gates: [{ fact: 'acres', min: 5, unknown: 'list' }] };
    const b: Criteria = { ...empty, gates: [{ unknown: 'list', max: null, min: 5, fact: 'acres' }] };
    expect(isSame(a, b)).toBe(true);
    expect(isSame(a, changeGate(a, 0, { fact: 'acres', min: 6, unknown: 'list' }))).toBe(false);
  });

  it('share the weights', () => {
    expect(shareOf(wish(30), [wish(30), wish(10)])).toBe(0.75);
    // Nothing is divided by zero.
    expect(shareOf(wish(0), [wish(0)])).toBe(0);
  });
});

describe('errors of the server', () => {
  const errors = errorsOf({
    'criteria.wishes.0.weight': 'Too large',
    'criteria.gates.1': 'Twice',
    'criteria.wishes.2.curve.zero': 'Equal',
    'criteria.wishes': 'The weights sum to zero',
  });
  it('are about a field, a row or the whole', () => {
    expect(errors.at('wishes', 0, 'weight')).toBe('Too large');
    expect(errors.at('wishes', 1, 'weight')).toBeUndefined();
    expect(errors.at('wishes', 2, 'curve')).toBe('Equal');
    expect(errors.at('gates', 1)).toBe('Twice');
    expect(errors.has('wishes', 2)).toBe(true);
    expect(errors.general).toEqual(['The weights sum to zero']);
  });
});

describe('facts in words', () => {
  it('have their units', () => {
    expect(factValue('value_per_acre', 50_000)).toBe('$50,000 an acre');
    expect(factValue('highway_m', 804.672)).toBe('0.5 mi');
    expect(factValue('year_built', 1998)).toBe('1998');
    expect(factValue('growth_chance', 0.3)).toBe('30%');
    expect(factValue('growth_decade', 2040)).toBe('2040s');
    // Known, and later than all decades.
    expect(factValue('growth_decade', 9999)).toBe('Not within the simulation');
    expect(factValue('years_held', 1)).toBe('1 year');
    expect(factValue('acres', 1)).toBe('1 acre');
    expect(factValue('in_flood_zone', false)).toBe('Outside flood zones');
    expect(judgedValue('in_flood_zone', false)).toBe('Outside flood zones at its inner point');
    expect(judgedValue('in_flood_zone', null)).toBe('Unknown');
    expect(judgedValue('is_absentee', true)).toBe('Absentee owner');
    // Unknown is neither 'no' nor zero.
    expect(factValue('in_flood_zone', null)).toBe('Unknown');
    expect(factValue('acres', undefined)).toBe('Unknown');
    expect(factValue('newer', 'x')).toBe('x');
  });

  it('are ranges', () => {
    expect(factRange(facts.acres as NumberFact, 5, 40)).toBe('5 to 40 acres');
    expect(factRange(facts.acres as NumberFact, null, 40)).toBe('at most 40 acres');
    expect(gateWords({ fact: 'growth_decade', max: 2040, unknown: 'list' })).toBe('by the 2040s');
    // The 2030s begin before 2035.
    expect(gateWords({ fact: 'growth_decade', min: 2035, unknown: 'list' })).toBe('from the 2040s');
    expect(gateWords({ fact: 'growth_decade', min: 2030, max: 2040, unknown: 'list' })).toBe('2030s to 2040s');
    expect(gateWords({ fact: 'use_class', any_of: ['vacant', 'industrial'], unknown: 'fail' })).toBe('Vacant or Industrial');
    expect(gateWords({ fact: 'in_flood_zone', is: false, unknown: 'list' })).toBe('Outside flood zones');
  });

  it('are shown in their unit and stored in the server’s', () => {
    expect(storedNumber(highway, 0.5)).toBe(805);
    expect(shownNumber(highway, 805)).toBe(0.5);
    expect(storedNumber(facts.growth_chance as NumberFact, 30)).toBe(0.3);
  });
});
