import type { ExpressionSpecification } from 'maplibre-gl';
import { acres, currency, grouped } from '../../../lib/format';
import { byIdentity, unknown, type ColourClass, type Scheme } from './scheme';
import { stageLabel } from './stage-scheme';
import { zoningLabel } from './zoning-scheme';

/** Attributes by which parcels are coloured. */
export const colourings = [
  'status',
  'stage',
  'score',
  'use_class',
  'zoning',
  'acres',
  'building_sqft',
  'total_value',
  'value_per_acre',
  'year_built',
  'years_held',
  'owner_kind',
  'is_absentee',
  'flood',
  'slope_percent',
  'highway_m',
  'rail_m',
  'growth_chance',
] as const;
export type Colouring = (typeof colourings)[number];

/** From little to much, legible on imagery and on both street maps, and told apart without red and green. */
const ramp = ['#fde725', '#7ad151', '#22a884', '#2a788e', '#414487'] as const;

interface Steps {
  readonly label: string;
  readonly attribute:
    | 'value_per_acre'
    | 'year_built'
    | 'll_gisacre'
    | 'total_value'
    | 'building_sqft'
    | 'years_held'
    | 'slope_percent'
    | 'highway_m'
    | 'rail_m'
    | 'growth_chance'
    | 'score';
  /** Lower bounds of all classes but the first. */
  readonly from: readonly [number, number, number, number];
  readonly words: (bound: number) => string;
  /** Behind the bounds. */
  readonly unit?: string;
  /** 0 is a value; otherwise it stands for an unknown one, as in the records of counties. */
  readonly zero?: boolean;
  /** Which end of the ramp is seen first on imagery and on the dark map. */
  readonly brightest?: 'least' | 'most';
  readonly note?: string;
}

interface Flags {
  readonly label: string;
  readonly attribute: 'in_flood_zone' | 'is_absentee';
  readonly yes: ColourClass;
  readonly no: ColourClass;
  readonly note?: string;
}

/** What the tiles have, besides named values. */
const inTiles: ReadonlySet<string> = new Set<Steps['attribute'] | Flags['attribute']>([
  'value_per_acre',
  'year_built',
  'll_gisacre',
  'in_flood_zone',
]);

function stepsExpression(attribute: string, [a, b, c, d]: Steps['from']): ExpressionSpecification {
  return [
    'case',
    ['>', ['number', ['get', attribute], 0], 0],
    ['step', ['number', ['get', attribute], 0], ramp[0], a, ramp[1], b, ramp[2], c, ramp[3], d, ramp[4]],
    unknown.colour,
  ];
}

/** A scheme of five classes of a number. */
function steps({ label, attribute, from, words, unit = '', zero = false, brightest = 'least', note }: Steps): Scheme {
  const colours = brightest === 'least' ? ramp : ramp.toReversed();
  const [a, b, c, d] = from;
  const labels = [
    `Under ${words(a)}${unit}`,
    `${words(a)} to ${words(b)}${unit}`,
    `${words(b)} to ${words(c)}${unit}`,
    `${words(c)} to ${words(d)}${unit}`,
    `${words(d)}${unit} and more`,
  ];
  return {
    label,
    ...(note !== undefined && { note }),
    classes: [...colours.map((colour, index) => ({ label: labels[index] ?? '', colour })), unknown],
    colourOf: (facts) => {
      const value = facts[attribute];
      if (typeof value !== 'number' || value < 0 || (value === 0 && !zero)) return unknown.colour;
      return colours[from.filter((bound) => value >= bound).length] ?? unknown.colour;
    },
    expression: inTiles.has(attribute) ? stepsExpression(attribute, from) : undefined,
  };
}

interface Words {
  readonly label: string;
  readonly attribute: 'use_class' | 'owner_kind';
  readonly classes: readonly (ColourClass & { readonly values: readonly string[] })[];
}

/** A scheme of named values. */
function named({ label, attribute, classes }: Words): Scheme {
  const colours = new Map(classes.flatMap(({ values, colour }) => values.map((value) => [value, colour])));
  const pairs = [...colours].flat();
  return {
    label,
    classes: [...classes, unknown],
    colourOf: (facts) => colours.get(facts[attribute] ?? '') ?? unknown.colour,
    expression: ['match', ['to-string', ['get', attribute]], ...pairs, unknown.colour] as unknown as ExpressionSpecification,
  };
}

/** A scheme of yes and no. */
function flags({ label, attribute, yes, no, note }: Flags): Scheme {
  return {
    label,
    ...(note !== undefined && { note }),
    classes: [yes, no, unknown],
    colourOf: (facts) => (facts[attribute] === true ? yes : facts[attribute] === false ? no : unknown).colour,
    expression: inTiles.has(attribute)
      ? ['match', ['to-string', ['get', attribute]], 'true', yes.colour, 'false', no.colour, unknown.colour]
      : undefined,
  };
}

const dollars = (value: number) => currency(value);
const plain = (value: number) => String(value);
const mile = 1609.344;
const miles = (metres: number) => String(Number((metres / mile).toFixed(2)));
const area = (value: number) => acres(value).replace(/ acres?$/, '');

const ofProject = 'Parcels of the project, and results of the search that is shown, or of the last one';
const ofSearch = (fact: string) => `Results of the search that is shown, or of the last one, if its criteria have the ${fact}`;

const inProjectColour = '#1f7ae0';
const reviewColour = '#b0249f';
const discardedColour = '#5d5f66';

/** Where the firm has the parcel: no attribute of a tile, so `statusExpression` is made of the project's identities. */
const status: Scheme = {
  label: 'Status in the project',
  classes: [
    { label: 'In the project', colour: inProjectColour },
    { label: 'For review', colour: reviewColour },
    { label: 'Discarded', colour: discardedColour },
  ],
  colourOf: ({ status: of }) => (of === 'discarded' ? discardedColour : of === 'for_review' ? reviewColour : inProjectColour),
  expression: undefined,
};

/** Those that are the same in each project. */
export const schemes: Readonly<Record<Exclude<Colouring, 'stage' | 'zoning'>, Scheme>> = {
  status,
  use_class: named({
    label: 'Use',
    attribute: 'use_class',
    classes: [
      { label: 'Industrial', colour: '#8a5fbf', values: ['industrial'] },
      { label: 'Office', colour: '#2f6fd6', values: ['office'] },
      { label: 'Retail', colour: '#e4572e', values: ['retail'] },
      { label: 'Hospitality', colour: '#d1499b', values: ['hospitality'] },
      { label: 'Commercial', colour: '#f29e4c', values: ['commercial'] },
      { label: 'Multifamily', colour: '#c8a415', values: ['multifamily'] },
      { label: 'Residential', colour: '#f7e27c', values: ['residential'] },
      { label: 'Agricultural', colour: '#7fb069', values: ['agricultural'] },
      { label: 'Public', colour: '#3fa7a0', values: ['public'] },
      { label: 'Vacant', colour: '#e9e4d4', values: ['vacant'] },
      { label: 'Other', colour: '#6b6f7b', values: ['other'] },
    ],
  }),
  value_per_acre: steps({
    label: 'Value per acre',
    attribute: 'value_per_acre',
    from: [250_000, 1_000_000, 2_500_000, 10_000_000],
    words: dollars,
  }),
  year_built: steps({ label: 'Year built', attribute: 'year_built', from: [1940, 1970, 1990, 2010], words: plain }),
  acres: steps({ label: 'Acres', attribute: 'll_gisacre', from: [0.25, 1, 5, 20], words: area }),
  flood: flags({
    label: 'Flood zone',
    attribute: 'in_flood_zone',
    yes: { label: 'In a flood zone', colour: '#1d4fa3' },
    no: { label: 'Outside flood zones', colour: '#8ecae6' },
  }),
  owner_kind: named({
    label: 'Kind of owner',
    attribute: 'owner_kind',
    classes: [
      { label: 'Company', colour: '#332288', values: ['company'] },
      { label: 'Person', colour: '#88ccee', values: ['person'] },
      { label: 'Trust', colour: '#44aa99', values: ['trust'] },
      { label: 'Estate', colour: '#117733', values: ['estate'] },
      { label: 'Bank', colour: '#999933', values: ['bank'] },
      { label: 'Association', colour: '#ddcc77', values: ['association'] },
      { label: 'Religious', colour: '#cc6677', values: ['religious'] },
      { label: 'Utility or railroad', colour: '#882255', values: ['utility'] },
      { label: 'Government', colour: '#aa4499', values: ['government'] },
    ],
  }),
  total_value: steps({
    label: 'Total value',
    attribute: 'total_value',
    from: [250_000, 1_000_000, 5_000_000, 25_000_000],
    words: dollars,
    note: ofProject,
  }),
  building_sqft: steps({
    label: 'Building area',
    attribute: 'building_sqft',
    from: [2500, 10_000, 50_000, 200_000],
    words: grouped,
    unit: ' sq ft',
    note: ofProject,
  }),
  years_held: steps({
    label: 'Years held',
    attribute: 'years_held',
    from: [2, 5, 10, 20],
    words: plain,
    unit: ' years',
    zero: true,
    note: ofProject,
  }),
  is_absentee: flags({
    label: 'Absentee owner',
    attribute: 'is_absentee',
    yes: { label: 'Absentee', colour: '#e69f00' },
    no: { label: 'Local', colour: '#0072b2' },
    note: ofProject,
  }),
  slope_percent: steps({
    label: 'Slope',
    attribute: 'slope_percent',
    from: [2, 5, 10, 15],
    words: plain,
    unit: '%',
    zero: true,
    note: ofSearch('slope'),
  }),
  highway_m: steps({
    label: 'Distance to a highway',
    attribute: 'highway_m',
    from: [mile / 4, mile / 2, mile, 3 * mile],
    words: miles,
    unit: ' mi',
    zero: true,
    note: ofSearch('distance to a highway'),
  }),
  rail_m: steps({
    label: 'Distance to a railway',
    attribute: 'rail_m',
    from: [mile / 4, mile / 2, mile, 3 * mile],
    words: miles,
    unit: ' mi',
    zero: true,
    note: ofSearch('distance to a railway'),
  }),
  growth_chance: steps({
    label: 'Chance of growth',
    attribute: 'growth_chance',
    from: [0.1, 0.3, 0.5, 0.7],
    words: (share) => String(Math.round(100 * share)),
    unit: '%',
    zero: true,
    note: ofSearch('growth'),
  }),
  score: steps({
    label: 'Score of the search',
    attribute: 'score',
    from: [40, 55, 70, 85],
    words: plain,
    zero: true,
    brightest: 'most',
    note: 'Results of the search that is shown, or of the last one',
  }),
};

/** Identities of parcels. One of several has the colour of the first. */
interface ByStatus {
  readonly inProject: readonly string[];
  readonly forReview: readonly string[];
  readonly discarded: readonly string[];
}

/** Colours of the tiles' parcels by their status; undefined if the project has none. */
export function statusExpression({ inProject, forReview, discarded }: ByStatus): ExpressionSpecification | undefined {
  return byIdentity([
    { ids: inProject, colour: inProjectColour },
    { ids: forReview, colour: reviewColour },
    { ids: discarded, colour: discardedColour },
  ]);
}

/** What a scheme is called, in each project. */
export function labelOf(colouring: Colouring): string {
  if (colouring === 'stage') return stageLabel;
  return colouring === 'zoning' ? zoningLabel : schemes[colouring].label;
}
