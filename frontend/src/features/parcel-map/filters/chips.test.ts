import { describe, expect, it } from 'vitest';
import { chips, filterOf, noValues, shownOf, valuesOf, wordsOf, type Chip, type ChipValue, type Values } from './chips';

const all: Values = {
  acres: { min: 5, max: 40.5 },
  use: ['vacant', 'industrial', 'other'],
  building: { max: 20_000 },
  zoning: " O'N_50% ",
  value: { min: 100_000 },
  'value-per-acre': { max: 250_000 },
  'land-value': { min: 0 },
  built: { min: 1980, max: 1999 },
  held: { min: 10 },
  owner: ['company'],
  absentee: true,
  flood: false,
  slope: { max: 8 },
  highway: { max: 2.5 },
  rail: { min: 0.5, max: 1 },
  growth: { run: '00000000-0000-7000-8000-00000000000b', least: 29, by: 2040 },
  near: { lon: -95.36, lat: 29.76, metres: 1609 },
};

describe('chips', () => {
  it('write the grammar', () => {
    expect(filterOf(noValues)).toBeUndefined();
    expect(filterOf({ acres: {}, use: [], zoning: ' ', growth: { run: 'a' } })).toBeUndefined();
    expect(filterOf({ acres: { min: 5 }, flood: false })).toBe('ll_gisacre >= 5 AND in_flood_zone = FALSE');
    expect(filterOf(all)).toBe(
      'll_gisacre >= 5 AND ll_gisacre <= 40.5' +
        " AND use_class IN ('vacant', 'industrial', 'other') AND sqft <= 20000" +
        String.raw` AND CASEI(zoning) LIKE CASEI('%O''N\_50\%%') AND total_value >= 100000 AND value_per_acre <= 250000 AND land_value >= 0` +
        " AND year_built >= 1980 AND year_built <= 1999 AND years_held >= 10 AND owner_kind IN ('company') AND is_absentee = TRUE" +
        " AND in_flood_zone = FALSE AND slope_percent <= 8 AND highway_miles <= 2.5 AND rail_miles >= 0.5 AND rail_miles <= 1 AND growth_run_id = '00000000-0000-7000-8000-00000000000b'" +
        ' AND growth_chance >= 0.29 AND growth_decade <= 2040 AND S_DWITHIN(geometry, POINT(-95.360000 29.760000), 1609)',
    );
  });

  it('read what they wrote', () => {
    const read = valuesOf(filterOf(all) ?? '');
    expect(read).toEqual({ ...all, zoning: "O'N_50%" });
    for (const { id } of chips.filter(({ earlier }) => !earlier)) {
      const one = { [id]: all[id] ?? true };
      const filter = filterOf(one) ?? '';
      expect(filterOf(valuesOf(filter) ?? noValues), id).toBe(filter);
    }
  });

  it('write and read the distance from a road', () => {
    const road: Values = {
      near: {
        line: [
          [-95.37, 29.7612],
          [-95.3675, 29.761234],
          [-95.36, 29.77],
        ],
        metres: 805,
      },
    };
    const filter = 'S_DWITHIN(geometry, LINESTRING(-95.370000 29.761200, -95.367500 29.761234, -95.360000 29.770000), 805)';
    expect(filterOf(road)).toBe(filter);
    expect(valuesOf(filter)).toEqual(road);
    const chip = chips.find(({ id }) => id === 'near');
    expect(chip && road['near'] !== undefined && wordsOf(chip, road['near'])).toBe('within 0.5 mi of a road');
    // As it may be typed: that is a text, not a chip.
    expect(valuesOf('S_DWITHIN(LINESTRING(-95.37 29.7612, -95.36 29.77), geometry, 805)')).toBeUndefined();
  });

  it('show earlier searches of recorded values with a label, and change nothing of them', () => {
    const filter = 'll_gisacre >= 5 AND parval >= 100000 AND parval <= 900000 AND landval <= 50000 AND in_flood_zone = FALSE';
    const values = valuesOf(filter) ?? noValues;
    expect(values).toMatchObject({ 'recorded-value': { min: 100_000, max: 900_000 }, 'recorded-land-value': { max: 50_000 } });
    expect(filterOf(values)).toBe(filter);
    const set = shownOf(values).find(({ id }) => id === 'recorded-value');
    expect(set && wordsOf(set, { min: 100_000 })).toBe('from $100K');
    expect(set?.label).toBe('Value, $0 included');
    expect(shownOf(noValues).some(({ earlier }) => earlier)).toBe(false);
  });

  it.each([
    '',
    'll_gisacre > 5',
    'll_gisacre >= 5 OR ll_gisacre <= 2',
    'll_gisacre >= 5 AND',
    'll_gisacre >= 5 AND (total_value >= 2)',
    "owner = 'A'",
    'in_flood_zone = FALSE AND ll_gisacre >= 5',
    'growth_chance >= 0.5',
    "growth_run_id = 'x' AND growth_chance >= 0.5",
  ])('do not take %s for theirs', (filter) => {
    expect(valuesOf(filter)).toBeUndefined();
  });

  it('have the unit of one', () => {
    const words = (id: string, value: ChipValue) => wordsOf(chips.find((each) => each.id === id) as Chip, value);
    expect(words('acres', { min: 1 })).toBe('from 1 acre');
    expect(words('acres', { max: 1 })).toBe('up to 1 acre');
    expect(words('acres', { min: 0.5, max: 1 })).toBe('0.5 to 1 acre');
    expect(words('acres', { min: 1, max: 5 })).toBe('1 to 5 acres');
    expect(words('held', { min: 1 })).toBe('from 1 year');
    expect(words('building', { min: 1 })).toBe('from 1 sq ft');
    expect(words('slope', { max: 1 })).toBe('up to 1 %');
  });

  it('say what is wanted', () => {
    const words = (id: string) => {
      const chip = chips.find((each) => each.id === id);
      const value = all[id];
      return chip && value !== undefined ? wordsOf(chip, value) : undefined;
    };
    expect(words('acres')).toBe('5 to 40.5 acres');
    expect(words('use')).toBe('Vacant, Industrial +1');
    expect(words('value')).toBe('from $100K');
    expect(words('built')).toBe('1980 to 1999');
    expect(words('flood')).toBe('Outside');
    expect(words('near')).toBe('within 1 mi');
    expect(words('slope')).toBe('up to 8 %');
    expect(words('growth')).toBe('from 29 %, by the 2040s');
  });
});
