import { expect, it } from 'vitest';
import { rowsOf, spoken } from './curves';

const grown = (start_year: number, ...urban: number[]) => ({
  start_year,
  urban_km2_start: 100,
  years: urban.map((urban_km2, at) => ({
    year: start_year + 1 + at,
    urban_km2,
    urban_km2_sd: 1,
    urban_km2_low: urban_km2 - 5,
    urban_km2_high: urban_km2 + 5,
    growth_km2: 0,
  })),
});

it('begins with the layers and keeps the years of both curves in order', () => {
  const rows = rowsOf([
    { name: 'Left', result: grown(2020, 110, 120) },
    { name: 'Right', result: grown(2021, 130, 140) },
  ]);
  expect(rows.map((row) => [row['year'], row['mean0'], row['mean1']])).toEqual([
    [2020, 100, undefined],
    [2021, 110, 100],
    [2022, 120, 130],
    [2023, undefined, 140],
  ]);
  expect(rows.map((row) => spoken(row, 1))).toEqual([
    'none',
    '100 km²; 100 km² to 100 km²',
    '130 km²; 125 km² to 135 km²',
    '140 km²; 135 km² to 145 km²',
  ]);
});
