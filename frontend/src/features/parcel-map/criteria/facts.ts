import { useClassNames } from '../../../lib/use-classes';
import { floodJudged } from '../flood/zones';
import type { Curve, Fact, FactValue, Gate, GateArea } from './types';

interface Common {
  readonly label: string;
  /** The curve of a new wish. */
  readonly curve: Curve;
  /** What a new gate asks. */
  readonly gate: Omit<Gate, 'fact' | 'unknown'>;
  /** How it is judged, where its name does not say it. */
  readonly help?: string;
}

/** A number; `scale`: stored value of one displayed unit. */
export interface NumberFact extends Common {
  readonly kind: 'number';
  /** Behind the number. */
  readonly unit: string;
  /** In front of the number. */
  readonly prefix?: string;
  readonly scale: number;
  /** Decimals of the displayed value. */
  readonly decimals: number;
  /** Years are written without separators. */
  readonly ungrouped?: boolean;
  /** Values are first years of decades, or `beyondRun`. */
  readonly decades?: boolean;
}

export interface ClassFact extends Common {
  readonly kind: 'class';
  /** Labels of the classes; undefined if they are texts of the county. */
  readonly classes: Readonly<Record<string, string>> | undefined;
}

export interface FlagFact extends Common {
  readonly kind: 'flag';
  readonly yes: string;
  readonly no: string;
  /** Where on a parcel it is judged, behind what was found. */
  readonly where?: string;
}

export type FactInfo = NumberFact | ClassFact | FlagFact;

const mile = 1609.344;

/** The decade of growth where half of the land is not urban within the simulation. */
const beyondRun = 9999;
const dollars = { prefix: '$', scale: 1, decimals: 0 } as const;

const owners: Readonly<Record<string, string>> = {
  person: 'Person',
  company: 'Company',
  trust: 'Trust',
  estate: 'Estate',
  government: 'Government',
  association: 'Association',
  bank: 'Bank',
  religious: 'Religious',
  utility: 'Utility',
};

/** What can be asked of a parcel, in the order of the menus. */
export const facts: Readonly<Record<Fact, FactInfo>> = {
  acres: number('Site size', { unit: 'acres', scale: 1, decimals: 2 }, { zero: 1, one: 10 }, { min: 1 }),
  building_sqft: number('Building size', { unit: 'sq ft', scale: 1, decimals: 0 }, { zero: 0, one: 50_000 }, { min: 10_000 }),
  use_class: {
    kind: 'class',
    label: 'Land use',
    classes: useClassNames,
    curve: { kind: 'classes', values: { vacant: 1, industrial: 1 } },
    gate: { any_of: ['vacant', 'industrial'] },
  },
  is_improved: flag('Buildings', 'Has buildings', 'No buildings', { yes: 0, no: 1 }, false),
  zoning: { kind: 'class', label: 'Zoning', classes: undefined, curve: { kind: 'classes', values: {} }, gate: { any_of: [] } },
  in_area: {
    ...flag('Place', 'Within', 'Not within', { yes: 0, no: 1 }, false),
    gate: { is: false, area: { name: 'Drawn area', distance_m: 0 } },
  },
  in_flood_zone: {
    ...flag('Flood', 'In a flood zone', 'Outside flood zones', { yes: 0, no: 1 }, false),
    help: floodJudged,
    where: 'at its inner point',
  },
  slope_percent: number('Slope', { unit: '%', scale: 1, decimals: 1 }, { zero: 10, one: 2 }, { max: 5 }),
  highway_m: number(
    'Distance to a highway',
    { unit: 'mi', scale: mile, decimals: 2 },
    { zero: 5 * mile, one: mile / 2 },
    { max: 5 * mile },
  ),
  rail_m: number('Distance to a railway', { unit: 'mi', scale: mile, decimals: 2 }, { zero: 5 * mile, one: mile / 2 }, { max: 5 * mile }),
  value_per_acre: number('Value per acre', { unit: 'an acre', ...dollars }, { zero: 600_000, one: 50_000 }, { max: 600_000 }),
  land_value_per_acre: number('Land value per acre', { unit: 'an acre', ...dollars }, { zero: 400_000, one: 40_000 }, { max: 400_000 }),
  total_value: number('Total value', { unit: '', ...dollars }, { zero: 5_000_000, one: 500_000 }, { max: 5_000_000 }),
  year_built: number('Year built', { unit: '', scale: 1, decimals: 0, ungrouped: true }, { zero: 2010, one: 1970 }, { min: 1980 }),
  years_held: number('Years held', { unit: 'years', scale: 1, decimals: 0 }, { zero: 2, one: 20 }, { min: 5 }),
  owner_kind: {
    kind: 'class',
    label: 'Kind of owner',
    classes: owners,
    curve: { kind: 'classes', values: { company: 1, person: 0.6, trust: 0.6, estate: 0.6 } },
    gate: { any_of: ['company', 'person', 'trust', 'estate'] },
  },
  is_absentee: flag('Absentee owner', 'Absentee owner', 'Local owner', { yes: 1, no: 0 }, true),
  site_owners: {
    ...number('Owners of the site', { unit: '', scale: 1, decimals: 0 }, { zero: 4, one: 1 }, { max: 1 }),
    help: 'Of all parcels on its land: 1 is a single owner. Several persons under one name are one; ET AL is unknown.',
  },
  owner_parcels: {
    ...number("Owner's parcels in the area", { unit: 'parcels', scale: 1, decimals: 0 }, { zero: 5, one: 1 }, { max: 5 }),
    help: 'All parcels that the owner has in the area, wherever they are: its holdings, not how many owners the site has.',
  },
  adjoining_owner_acres: number('Adjoining land of the owner', { unit: 'acres', scale: 1, decimals: 2 }, { zero: 0, one: 10 }, { min: 1 }),
  growth_chance: number('Chance of growth', { unit: '%', scale: 0.01, decimals: 0 }, { zero: 0.1, one: 0.8 }, { min: 0.3 }),
  growth_decade: {
    ...number('Decade of growth', { unit: '', scale: 1, decimals: 0, decades: true }, { zero: 2060, one: 2020 }, { max: 2040 }),
    help: 'When half of the land within 500 m is expected to be urban. What is not within the simulation counts as later than all decades.',
  },
};

function number(
  label: string,
  measure: Omit<NumberFact, 'kind' | 'label' | 'curve' | 'gate'>,
  anchors: { readonly zero: number; readonly one: number },
  gate: { readonly min?: number; readonly max?: number },
): NumberFact {
  return { kind: 'number', label, ...measure, curve: { kind: 'ramp', ...anchors }, gate };
}

function flag(label: string, yes: string, no: string, values: { readonly yes: number; readonly no: number }, is: boolean): FlagFact {
  return { kind: 'flag', label, yes, no, curve: { kind: 'flag', ...values }, gate: { is } };
}

export const allFacts = Object.keys(facts) as readonly Fact[];

/** What is known of a fact; a newer server may know facts that this page does not. */
export function factInfo(fact: string): FactInfo | undefined {
  return (facts as Partial<Record<string, FactInfo>>)[fact];
}

/** The name of a fact. */
export function factLabel(fact: string): string {
  return factInfo(fact)?.label ?? fact;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf({ decimals, ungrouped = false }: NumberFact): Intl.NumberFormat {
  const key = `${decimals} ${ungrouped}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals, useGrouping: !ungrouped });
  formats.set(key, made);
  return made;
}

/** A stored number in the displayed unit. */
export function shownNumber(info: NumberFact, stored: number): number {
  return Number((stored / info.scale).toFixed(info.decimals));
}

/** A displayed number as it is stored; distances in whole metres. */
export function storedNumber(info: NumberFact, shown: number): number {
  return info.scale > 1 ? Math.round(shown * info.scale) : Number((shown * info.scale).toPrecision(12));
}

/** First year of the decade of a year. */
export const decadeOf = (year: number): number => 10 * Math.floor(year / 10);

/** A number without its unit: '600,000', '2040s'. */
function bare(info: NumberFact, stored: number): string {
  if (info.decades) return stored >= beyondRun ? 'Not within the simulation' : `${decadeOf(stored)}s`;
  return `${info.prefix ?? ''}${formatOf(info).format(stored / info.scale)}`;
}

function withUnit(info: NumberFact, number: string): string {
  if (info.unit === '') return number;
  if (info.unit === '%') return `${number}%`;
  const unit = number === '1' ? singular(info.unit) : info.unit;
  return `${number} ${unit}`;
}

const singular = (unit: string) => (unit.endsWith('s') ? unit.slice(0, -1) : unit);

/** A value of a fact: '$600,000 an acre', 'Vacant', 'Outside flood zones'; 'Unknown' of none. */
export function factValue(fact: string, value: FactValue | null | undefined): string {
  if (value === null || value === undefined) return 'Unknown';
  const info = factInfo(fact);
  switch (info?.kind) {
    case 'number':
      return typeof value === 'number' ? withUnit(info, bare(info, value)) : 'Unknown';
    case 'class':
      return className(info, String(value));
    case 'flag':
      return value === true ? info.yes : info.no;
    case undefined:
      return String(value);
  }
}

/** The same of a parcel, with where on it that was judged: 'Outside flood zones at its inner point'. */
export function judgedValue(fact: string, value: FactValue | null | undefined): string {
  const info = factInfo(fact);
  const words = factValue(fact, value);
  return info?.kind === 'flag' && info.where !== undefined && typeof value === 'boolean' ? `${words} ${info.where}` : words;
}

/** The label of a class. */
export function className(info: ClassFact, value: string): string {
  return info.classes?.[value] ?? value;
}

/** A range of a number: '5 to 40 acres', 'at least 5 acres', 'by the 2040s', 'any'. */
export function factRange(info: NumberFact, min: number | null | undefined, max: number | null | undefined): string {
  const [low, high] = [min ?? undefined, max ?? undefined];
  if (info.decades && low === undefined && high !== undefined) return `by the ${bare(info, high)}`;
  // A decade has its first year.
  if (info.decades && low !== undefined && high === undefined) return `from the ${bare(info, low + 9)}`;
  if (low !== undefined && high !== undefined) return withUnit(info, `${bare(info, low)} to ${bare(info, high)}`);
  if (low !== undefined) return `at least ${withUnit(info, bare(info, low))}`;
  if (high !== undefined) return `at most ${withUnit(info, bare(info, high))}`;
  return 'any';
}

/** The place of a gate: 'Airport', '0.31 mi of Airport'. */
export function areaWords({ name, distance_m: distance = 0 }: GateArea): string {
  const { highway_m: measure } = facts;
  return distance > 0 && measure.kind === 'number' ? `${withUnit(measure, bare(measure, distance))} of ${name}` : name;
}

/** What a gate asks, without the fact: '5 to 40 acres', 'Vacant or Industrial'. */
export function gateWords(gate: Gate): string {
  const info = factInfo(gate.fact);
  switch (info?.kind) {
    case 'number':
      return factRange(info, gate.min, gate.max);
    case 'class':
      return gate.any_of?.length ? listed(gate.any_of.map((each) => className(info, each))) : 'none chosen';
    case 'flag':
      return `${gate.is === true ? info.yes : info.no}${gate.area ? ` ${areaWords(gate.area)}` : ''}`;
    case undefined:
      return '';
  }
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });
const listed = (words: readonly string[]) => either.format(words);
