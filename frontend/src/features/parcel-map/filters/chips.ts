/** The filters of the map: each is one comparison of the grammar that selections, tiles, exports and saved searches share. */
import type { Position } from 'geojson';
import { floodJudged } from '../flood/zones';

export interface Range {
  readonly min?: number;
  readonly max?: number;
}

interface NearPoint {
  readonly lon: number;
  readonly lat: number;
  readonly metres: number;
}

interface NearRoad {
  readonly line: readonly Position[];
  readonly metres: number;
}

/** Around a point or a road, metres. */
export type Near = NearPoint | NearRoad;

/** Most positions of a road in a filter: requests for tiles have the filter in their address. */
export const mostOfRoad = 100;

/** Of a finished growth run. */
export interface Growth {
  /** Its identity. */
  readonly run: string;
  /** Least chance, percent. */
  readonly least?: number;
  /** Latest decade in which half of the land around is expected to be urban: its first year. */
  readonly by?: number;
}

/** What is wanted of a chip, by the kind of its form. */
interface Wanted {
  range: Range;
  classes: readonly string[];
  text: string;
  flag: boolean;
  near: Near;
  growth: Growth;
}
export type Kind = keyof Wanted;
export type ChipValue = Wanted[Kind];

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The same for all forms, so that one list holds them. */
export interface Chip {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  /** Property of the grammar. */
  readonly property: string;
  /** Behind a number. */
  readonly unit?: string;
  /** Before a number. */
  readonly prefix?: string;
  /** Years are written without separators. */
  readonly year?: true;
  /** Only of searches that were saved when the grammar had no better property: shown where it is set. */
  readonly earlier?: true;
  /** Of `classes`, and of a flag: yes, then no. */
  readonly choices?: readonly Choice[];
  /** How it is judged, where its name does not say it. */
  readonly help?: string;
}

const uses: readonly Choice[] = [
  { value: 'industrial', label: 'Industrial' },
  { value: 'office', label: 'Office' },
  { value: 'retail', label: 'Retail' },
  { value: 'hospitality', label: 'Hospitality' },
  { value: 'multifamily', label: 'Multifamily' },
  { value: 'commercial', label: 'Commercial, other' },
  { value: 'residential', label: 'Residential' },
  { value: 'agricultural', label: 'Agricultural' },
  { value: 'public', label: 'Public' },
  { value: 'vacant', label: 'Vacant' },
  { value: 'other', label: 'Other' },
];

const owners: readonly Choice[] = [
  { value: 'person', label: 'Person' },
  { value: 'company', label: 'Company' },
  { value: 'trust', label: 'Trust' },
  { value: 'estate', label: 'Estate' },
  { value: 'bank', label: 'Bank' },
  { value: 'association', label: 'Association' },
  { value: 'religious', label: 'Religious' },
  { value: 'utility', label: 'Utility or railroad' },
  { value: 'government', label: 'Government' },
];

const yesNo = (yes: string, no: string): readonly Choice[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

/** In the order of the screen. */
export const chips: readonly Chip[] = [
  { id: 'acres', label: 'Acres', kind: 'range', property: 'll_gisacre', unit: 'acres' },
  { id: 'use', label: 'Land use', kind: 'classes', property: 'use_class', choices: uses },
  { id: 'building', label: 'Building area', kind: 'range', property: 'sqft', unit: 'sq ft' },
  { id: 'zoning', label: 'Zoning', kind: 'text', property: 'zoning' },
  { id: 'value', label: 'Value', kind: 'range', property: 'total_value', prefix: '$' },
  // As the county has it: land that is not appraised has 0 there, and is not left out.
  { id: 'recorded-value', label: 'Value, $0 included', kind: 'range', property: 'parval', prefix: '$', earlier: true },
  { id: 'value-per-acre', label: 'Value per acre', kind: 'range', property: 'value_per_acre', prefix: '$' },
  { id: 'land-value', label: 'Land value', kind: 'range', property: 'land_value', prefix: '$' },
  { id: 'recorded-land-value', label: 'Land value, $0 included', kind: 'range', property: 'landval', prefix: '$', earlier: true },
  { id: 'built', label: 'Year built', kind: 'range', property: 'year_built', year: true },
  { id: 'held', label: 'Years held', kind: 'range', property: 'years_held', unit: 'years' },
  { id: 'owner', label: 'Owner', kind: 'classes', property: 'owner_kind', choices: owners },
  { id: 'absentee', label: 'Absentee owner', kind: 'flag', property: 'is_absentee', choices: yesNo('Yes', 'No') },
  { id: 'flood', label: 'Flood zone', kind: 'flag', property: 'in_flood_zone', choices: yesNo('Inside', 'Outside'), help: floodJudged },
  { id: 'slope', label: 'Slope', kind: 'range', property: 'slope_percent', unit: '%' },
  { id: 'highway', label: 'Highway', kind: 'range', property: 'highway_miles', unit: 'mi' },
  { id: 'rail', label: 'Railway', kind: 'range', property: 'rail_miles', unit: 'mi' },
  { id: 'growth', label: 'Growth chance', kind: 'growth', property: 'growth_run_id' },
  { id: 'near', label: 'Distance', kind: 'near', property: 'geometry' },
];

/** What is wanted, by chip. */
export type Values = Readonly<Record<string, ChipValue>>;

export const noValues: Values = {};

/** The chips to show: those of earlier searches only where they are set. */
export function shownOf(values: Values): readonly Chip[] {
  return chips.filter(({ id, earlier }) => !earlier || values[id] !== undefined);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const isRange = (value: ChipValue): value is Range =>
  typeof value === 'object' && !('metres' in value) && !('run' in value) && !Array.isArray(value);
const isClasses = (value: ChipValue): value is readonly string[] => Array.isArray(value);
const isNear = (value: ChipValue): value is Near => typeof value === 'object' && 'metres' in value;
const isGrowth = (value: ChipValue): value is Growth => typeof value === 'object' && 'run' in value;

/** The comparison of a chip in CQL2; undefined if nothing is wanted of it. */
export function termOf({ property, kind }: Chip, value: ChipValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return `${property} = ${value ? 'TRUE' : 'FALSE'}`;
  if (typeof value === 'string') {
    const words = value.trim();
    return words === '' ? undefined : `CASEI(${property}) LIKE CASEI(${quoted(`%${escaped(words)}%`)})`;
  }
  if (kind === 'classes' && isClasses(value)) {
    return value.length === 0 ? undefined : `${property} IN (${value.map(quoted).join(', ')})`;
  }
  if (isNear(value)) {
    const shape = 'line' in value ? `LINESTRING(${value.line.map(written).join(', ')})` : `POINT(${written([value.lon, value.lat])})`;
    return `S_DWITHIN(${property}, ${shape}, ${Math.round(value.metres)})`;
  }
  if (isGrowth(value)) return growthTerm(property, value);
  if (!isRange(value)) return undefined;
  const { min, max } = value;
  const ends = [min === undefined ? undefined : `${property} >= ${min}`, max === undefined ? undefined : `${property} <= ${max}`];
  const terms = ends.filter((term) => term !== undefined);
  return terms.length > 0 ? terms.join(' AND ') : undefined;
}

const written = ([lon = 0, lat = 0]: Position): string => `${lon.toFixed(6)} ${lat.toFixed(6)}`;

/** The run that the comparisons after it are of. The grammar has shares of 1. */
function growthTerm(property: string, { run, least, by }: Growth): string | undefined {
  const terms = [
    least === undefined ? undefined : `growth_chance >= ${Number((least / 100).toFixed(4))}`,
    by === undefined ? undefined : `growth_decade <= ${by}`,
  ].filter((term) => term !== undefined);
  return terms.length > 0 ? [`${property} = ${quoted(run)}`, ...terms].join(' AND ') : undefined;
}

/** Signs of a pattern mean themselves. */
const escaped = (words: string): string => words.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The filter of all chips; undefined if nothing is wanted. */
export function filterOf(values: Values): string | undefined {
  const terms = chips.map((chip) => termOf(chip, values[chip.id])).filter((term) => term !== undefined);
  return terms.length > 0 ? terms.join(' AND ') : undefined;
}

const number = String.raw`(-?\d+(?:\.\d+)?)`;
const readers: Record<Kind, (property: string, text: string) => readonly [ChipValue, string] | undefined> = {
  range: (property, text) => {
    const found = new RegExp(`^(?:${property} >= ${number})?(?: AND )?(?:${property} <= ${number})?`).exec(text);
    if (!found || found[0] === '') return undefined;
    const [all, min, max] = found;
    return [{ ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) }, all];
  },
  classes: (property, text) => {
    const found = new RegExp(String.raw`^${property} IN \(('[a-z_]+'(?:, '[a-z_]+')*)\)`).exec(text);
    return found?.[1] === undefined ? undefined : [found[1].split(', ').map((each) => each.slice(1, -1)), found[0]];
  },
  text: (property, text) => {
    const found = new RegExp(String.raw`^CASEI\(${property}\) LIKE CASEI\('%((?:[^']|'')*)%'\)`).exec(text);
    if (found?.[1] === undefined) return undefined;
    return [found[1].replaceAll("''", "'").replace(/\\([\\%_])/g, '$1'), found[0]];
  },
  flag: (property, text) => {
    const found = new RegExp(`^${property} = (TRUE|FALSE)`).exec(text);
    return found ? [found[1] === 'TRUE', found[0]] : undefined;
  },
  near: (property, text) => {
    const found = new RegExp(String.raw`^S_DWITHIN\(${property}, (POINT|LINESTRING)\(([-\d., ]+)\), ${number}\)`).exec(text);
    if (found?.[2] === undefined) return undefined;
    const line = found[2].split(', ').map((position) => position.split(' ').map(Number));
    const [lon = 0, lat = 0] = line[0] ?? [];
    const metres = Number(found[3]);
    return [found[1] === 'POINT' ? { lon, lat, metres } : { line, metres }, found[0]];
  },
  growth: (property, text) => {
    const terms = `(?: AND growth_chance >= ${number})?(?: AND growth_decade <= ${number})?`;
    const found = new RegExp(`^${property} = '([0-9a-f-]{36})'${terms}`).exec(text);
    if (found?.[1] === undefined) return undefined;
    const [all, run, least, by] = found;
    const value = {
      run,
      ...(least !== undefined && { least: Math.round(Number(least) * 10_000) / 100 }),
      ...(by !== undefined && { by: Number(by) }),
    };
    return [value, all];
  },
};

/** The chips of a filter that chips wrote; undefined of any other. */
export function valuesOf(filter: string): Values | undefined {
  const values: Record<string, ChipValue> = {};
  let rest = filter;
  for (const { id, kind, property } of chips) {
    const read = readers[kind](property, rest);
    if (!read) continue;
    values[id] = read[0];
    rest = rest.slice(read[1].length).replace(/^ AND /, '');
  }
  return rest === '' && filterOf(values) === filter ? values : undefined;
}

const miles = 1609.344;

/** What is wanted of a chip, in a few words. */
export function wordsOf(chip: Chip, value: ChipValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return chip.choices?.[value ? 0 : 1]?.label ?? '';
  if (isClasses(value)) {
    const names = value.map((each) => chip.choices?.find((choice) => choice.value === each)?.label ?? each);
    return names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ');
  }
  if (isNear(value)) return `within ${shortNumber(value.metres / miles)} mi${'line' in value ? ' of a road' : ''}`;
  if (isGrowth(value)) return growthWords(value);
  return isRange(value) ? rangeWords(chip, value) : '';
}

function growthWords({ least, by }: Growth): string {
  return [least === undefined ? undefined : `from ${shortNumber(least)} %`, by === undefined ? undefined : `by the ${by}s`]
    .filter((word) => word !== undefined)
    .join(', ');
}

function rangeWords(chip: Chip, { min, max }: Range): string {
  const shown = (value: number) => `${chip.prefix ?? ''}${chip.year ? value : shortNumber(value)}`;
  const one = shown(max ?? min ?? 0) === '1';
  const unit = chip.unit === undefined ? '' : ` ${one ? chip.unit.replace(/s$/, '') : chip.unit}`;
  if (min !== undefined && max !== undefined) return `${shown(min)} to ${shown(max)}${unit}`;
  if (min !== undefined) return `from ${shown(min)}${unit}`;
  return max === undefined ? '' : `up to ${shown(max)}${unit}`;
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const shortNumber = (value: number): string => short.format(value);

export const metresOfMiles = (value: number): number => Math.round(value * miles);
export const milesOfMetres = (value: number): number => Math.round((value / miles) * 100) / 100;
