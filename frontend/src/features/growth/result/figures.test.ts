import { expect, it } from 'vitest';
import type { GrowthResult } from '../api/types';
import { figuresOf, urbanIn } from './figures';

const year = (at: number, urban: number, grown: number) => ({
  year: at,
  urban_km2: urban,
  urban_km2_sd: 9.4,
  urban_km2_low: urban - 10,
  urban_km2_high: urban + 10,
  growth_km2: grown,
});
const result = {
  start_year: 2020,
  stop_year: 2022,
  urban_km2_start: 1000,
  growth_percent_a_year: 22.47,
  years: [year(2021, 1300, 300), year(2022, 1500, 200)],
  simulation_time: 12.13,
  run: { area_km2: 3340.6, iterations: 40 },
} as unknown as GrowthResult;

it('counts growth from the layers to the last year, not within the last year alone', () => {
  expect(Object.fromEntries(figuresOf(result).map(({ name, value }) => [name, value]))).toMatchObject({
    'Urban area 2020': '1,000 km²',
    'Urban area 2022': '1,500 km²',
    Growth: '50.0 %',
    'Growth a year': '22.47 %',
    'Spread between runs': '± 9.4 km²',
  });
});

it('knows a year outside of the run by its nearest one', () => {
  expect([2019, 2020, 2021, 2022, 2050].map((at) => urbanIn(result, at))).toEqual([1000, 1000, 1300, 1500, 1500]);
});
