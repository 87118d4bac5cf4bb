import { expect, it } from 'vitest';
import { done } from '../test/stage';
import type { Criteria, SearchRun, Wish } from '../types';
import { differencesOf } from './differences';

const all = { same_criteria: false, same_area: true, same_data: true };
const [value, highway] = done.criteria.wishes as [Wish, Wish];
const growth: Wish = { fact: 'growth_chance', weight: 20, curve: { kind: 'ramp', zero: 0, one: 1 }, neutral: 0.5 };

function changed(criteria: Partial<Criteria>, more: Partial<SearchRun> = {}): SearchRun {
  return { ...done, criteria: { ...done.criteria, ...criteria }, ...more };
}

function said(before: SearchRun, after: SearchRun, same = all): readonly string[] {
  return differencesOf(before, after, same, (id) => `simulation ${id}`).map(
    ({ name, before: was, after: is }) => `${name}: ${was} → ${is}`,
  );
}

it('of the same searches are none', () => {
  expect(said(done, done, { ...all, same_criteria: true })).toEqual([]);
});

it('names requirements that are asked, changed or no longer asked', () => {
  const [size, use, flood] = done.criteria.gates;
  if (!size || !use || !flood) throw new Error('There are three.');
  const after = changed({ gates: [{ ...size, min: 10 }, flood, { fact: 'slope_percent', max: 5, unknown: 'pass' }] });
  expect(said(done, after)).toEqual([
    'Requirement: Site size: 5 to 40 acres; unknown goes on a separate list → 10 to 40 acres; unknown goes on a separate list',
    'Requirement: Land use: Vacant or Industrial; unknown fails → Not asked',
    'Requirement: Slope: Not asked → at most 5%; unknown passes',
  ]);
});

it('names weights, curves and unknown facts of wishes', () => {
  const after = changed({
    wishes: [
      { ...value, weight: 45, curve: { kind: 'ramp', zero: 500_000, one: 50_000 } },
      { ...highway, neutral: 0 },
    ],
  });
  expect(said(done, after)).toEqual([
    'Weight of Value per acre: 30 → 45',
    'Curve of Value per acre: full points at $50,000 an acre, none at $600,000 an acre → full points at $50,000 an acre, none at $500,000 an acre',
    'Points of Distance to a highway where it is unknown: 50% → 0%',
  ]);
  expect(said(done, changed({ wishes: [value] }))).toEqual(['Wish: Distance to a highway: weight 10, half the points at 1 mi → Not asked']);
});

it('names the growth simulation only if growth is asked for', () => {
  const other = { growth_run_id: 'b' };
  const before = changed({ wishes: [growth] }, { growth_run_id: 'a' });
  expect(said(before, { ...before, ...other })).toEqual(['Growth simulation: simulation a → simulation b']);
  expect(said({ ...before, growth_run_id: null }, before)).toEqual(['Growth simulation: None → simulation a']);
  expect(said(done, { ...done, ...other }, { ...all, same_criteria: true })).toEqual([]);
});

it('names area, filter and data, and what is known only to have changed', () => {
  const [harris] = done.data;
  if (!harris) throw new Error('There is one.');
  const after = {
    ...done,
    name: 'Fort Bend County',
    filter: 'll_gisacre > 5',
    data: [{ ...harris, source_date: '2026-11-01', batch_id: 7 }],
  };
  expect(said(done, after, { same_criteria: false, same_area: false, same_data: false })).toEqual([
    'Area: Harris County → Fort Bend County',
    'Filter: None → ll_gisacre > 5',
    'Outline of a place: As it was → Changed',
    'Data of county 48201: Harris County Appraisal District, Oct 1, 2026, import 4; 94,112 parcels → Harris County Appraisal District, Nov 1, 2026, import 7; 94,112 parcels',
  ]);
  expect(said(done, done, { ...all, same_criteria: true, same_data: false })).toEqual([
    'Facts of parcels, layers or discards: As they were → Changed',
  ]);
});
