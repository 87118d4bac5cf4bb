import { createExpression } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import type { ColouredFacts, Scheme } from './scheme';
import { schemes, statusExpression } from './schemes';
import { stageScheme } from './stage-scheme';

/** The colour that the map draws. */
function drawn(expression: unknown, properties: object): string {
  const parsed = createExpression(expression, {
    type: 'color',
    'property-type': 'data-driven',
    expression: { interpolated: false, parameters: ['zoom', 'feature'] },
  } as never);
  if (parsed.result === 'error') throw new Error(parsed.value.map(({ message }) => message).join());
  const colour: unknown = parsed.value.evaluate({ zoom: 16 }, { type: 'Polygon', properties } as never);
  return String(colour);
}

const parcels: readonly ColouredFacts[] = [
  {},
  { use_class: 'industrial', value_per_acre: 0, year_built: 0, ll_gisacre: 0, in_flood_zone: null, owner_kind: 'trust' },
  { use_class: 'office', value_per_acre: 249_999, year_built: 1939, ll_gisacre: 0.24, in_flood_zone: false },
  { use_class: 'vacant', value_per_acre: 250_000, year_built: 1940, ll_gisacre: 0.25, in_flood_zone: true },
  { use_class: 'unheard of', value_per_acre: 2_500_000, year_built: 1989, ll_gisacre: 5 },
  { use_class: 'retail', value_per_acre: 99_000_000, year_built: 2024, ll_gisacre: 640 },
];

describe('the colours of parcels', () => {
  it.each(Object.values(schemes).filter((scheme) => scheme.expression))('by $label are the same on the map and in the list', (scheme) => {
    const { expression, colourOf, classes } = scheme;
    for (const facts of parcels) {
      // A tile leaves out what is null.
      expect(drawn(expression, facts)).toBe(colourOf(facts));
      expect(classes.map(({ colour }) => colour)).toContain(colourOf(facts));
    }
    expect(colourOf({})).toBe(classes.at(-1)?.colour);
    expect(new Set(classes.map(({ colour }) => colour)).size).toBe(classes.length);
  });

  it('of parcels without tiles begin at 0 where that is a value', () => {
    const { years_held: years, building_sqft: area, slope_percent: slope, is_absentee: absentee, score } = schemes;
    const label = (scheme: Scheme, facts: ColouredFacts) => scheme.classes.find(({ colour }) => colour === scheme.colourOf(facts))?.label;
    expect(label(years, { years_held: 0 })).toBe('Under 2 years');
    expect(label(years, { years_held: 20 })).toBe('20 years and more');
    expect(label(years, {})).toBe('Unknown');
    // Counties write 0 for what they do not know.
    expect(label(area, { building_sqft: 0 })).toBe('Unknown');
    expect(label(area, { building_sqft: 10_000 })).toBe('10,000 to 50,000 sq ft');
    expect(label(slope, { slope_percent: 4.9 })).toBe('2 to 5%');
    expect(label(schemes.highway_m, { highway_m: 0 })).toBe('Under 0.25 mi');
    expect(label(schemes.rail_m, { rail_m: 1000 })).toBe('0.5 to 1 mi');
    expect(label(schemes.rail_m, {})).toBe('Unknown');
    expect(label(absentee, { is_absentee: false })).toBe('Local');
    expect(label(absentee, { is_absentee: null })).toBe('Unknown');
    expect(label(score, { score: 85 })).toBe('85 and more');
    // The best are seen first.
    expect(score.colourOf({ score: 85 })).toBe(years.colourOf({ years_held: 0 }));
    expect(score.colourOf({ score: 10 })).toBe(years.colourOf({ years_held: 20 }));
    for (const { classes } of Object.values(schemes)) expect(new Set(classes.map(({ colour }) => colour)).size).toBe(classes.length);
  });

  it('say the bounds of their classes', () => {
    expect(schemes.acres.classes.map(({ label }) => label)).toEqual([
      'Under 0.25',
      '0.25 to 1',
      '1 to 5',
      '5 to 20',
      '20 and more',
      'Unknown',
    ]);
    expect(schemes.value_per_acre.classes[1]?.label).toBe('$250,000 to $1,000,000');
  });

  it('by status are of the project and of what it discarded, and of nothing else', () => {
    const expression = statusExpression({ inProject: ['a', 'a'], forReview: ['r', 'a'], discarded: ['b', 'a', 'r'] });
    const [inProject, forReview, discarded] = schemes.status.classes;
    expect(drawn(expression, { ll_uuid: 'a' })).toBe(inProject?.colour ?? '');
    expect(drawn(expression, { ll_uuid: 'r' })).toBe(forReview?.colour ?? '');
    expect(drawn(expression, { ll_uuid: 'b' })).toBe(discarded?.colour ?? '');
    expect(drawn(expression, { ll_uuid: 'c' })).toBe('rgba(0, 0, 0, 0)');
    expect(statusExpression({ inProject: [], forReview: [], discarded: [] })).toBeUndefined();
  });

  it('by stage go from light to dark, with won and lost apart', () => {
    const stages = [
      { name: 'Found', kind: 'open', ll_uuids: ['a', 'b'] },
      { name: 'LOI out', kind: 'open', ll_uuids: ['c'] },
      { name: 'Under contract', kind: 'won', ll_uuids: ['d'] },
      { name: 'Dropped', kind: 'lost', ll_uuids: ['e'] },
    ] as const;
    const { classes, colourOf, expression } = stageScheme(stages);
    expect(classes.map(({ label }) => label)).toEqual(['Found', 'LOI out', 'Under contract', 'Dropped', 'No stage']);
    expect(new Set(classes.map(({ colour }) => colour)).size).toBe(5);
    for (const id of ['a', 'b', 'c', 'd', 'e']) expect(drawn(expression, { ll_uuid: id })).toBe(colourOf({ ll_uuid: id }));
    expect(colourOf({ ll_uuid: 'b' })).toBe(classes[0]?.colour);
    // Parcels of the county that are in no project stay as they are.
    expect(drawn(expression, { ll_uuid: 'x' })).toBe('rgba(0, 0, 0, 0)');
    expect(colourOf({ ll_uuid: 'x' })).toBe(classes.at(-1)?.colour);
    expect(stageScheme([]).expression).toBeUndefined();
  });
});
