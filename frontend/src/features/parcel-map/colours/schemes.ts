import type { ExpressionSpecification } from 'maplibre-gl';
import { acres, currency } from '../../../lib/format';

/** Attributes by which parcels are coloured. */
export const colourings = ['status', 'stage', 'use_class', 'value_per_acre', 'year_built', 'acres', 'flood'] as const;
export type Colouring = (typeof colourings)[number];

/** What a parcel's colour depends on, under the names of the tiles' attributes. */
export interface ColouredFacts {
  readonly status?: 'in_project' | 'for_review' | 'discarded' | undefined;
  /** Identity of the parcel, for what the tiles do not know. */
  readonly ll_uuid?: string | undefined;
  readonly use_class?: string | null | undefined;
  readonly value_per_acre?: number | null | undefined;
  readonly year_built?: number | null | undefined;
  readonly ll_gisacre?: number | null | undefined;
  readonly flood_zone?: string | null | undefined;
}

/** A line of the legend. */
export interface ColourClass {
  readonly label: string;
  readonly colour: string;
}

export interface Scheme {
  readonly label: string;
  /** In the order of the legend. Parcels without the value have the last one. */
  readonly classes: readonly ColourClass[];
  readonly colourOf: (facts: ColouredFacts) => string;
  /** The same, of the features of the tiles; undefined where they do not have the attribute. */
  readonly expression: ExpressionSpecification | undefined;
}

const unknown: ColourClass = { label: 'Unknown', colour: '#9a9ca3' };

/** From little to much, legible on imagery and on both street maps, and told apart without red and green. */
const ramp = ['#fde725', '#7ad151', '#22a884', '#2a788e', '#414487'] as const;

/** The same for as many as eight stages. */
const stageRamp = ['#fde725', '#a0da39', '#4ac16d', '#1fa187', '#277f8e', '#365c8d', '#46327e', '#440154'] as const;

interface Steps {
  readonly label: string;
  readonly attribute: 'value_per_acre' | 'year_built' | 'll_gisacre';
  /** Lower bounds of all classes but the first. */
  readonly from: readonly [number, number, number, number];
  readonly words: (bound: number) => string;
}

/** A scheme of five classes of a number. */
function steps({ label, attribute, from, words }: Steps): Scheme {
  const [a, b, c, d] = from;
  const labels = [
    `Under ${words(a)}`,
    `${words(a)} to ${words(b)}`,
    `${words(b)} to ${words(c)}`,
    `${words(c)} to ${words(d)}`,
    `${words(d)} and more`,
  ];
  return {
    label,
    classes: [...ramp.map((colour, index) => ({ label: labels[index] ?? '', colour })), unknown],
    colourOf: (facts) => {
      const value = facts[attribute];
      if (typeof value !== 'number' || value <= 0) return unknown.colour;
      return ramp[from.filter((bound) => value >= bound).length] ?? unknown.colour;
    },
    expression: [
      'case',
      ['>', ['number', ['get', attribute], 0], 0],
      ['step', ['number', ['get', attribute], 0], ramp[0], a, ramp[1], b, ramp[2], c, ramp[3], d, ramp[4]],
      unknown.colour,
    ],
  };
}

interface Words {
  readonly label: string;
  readonly attribute: 'use_class' | 'flood_zone';
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

const dollars = (value: number) => currency(value);
const plain = (value: number) => String(value);
const area = (value: number) => acres(value).replace(/ acres?$/, '');

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
export const schemes: Readonly<Record<Exclude<Colouring, 'stage'>, Scheme>> = {
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
  flood: named({
    label: 'Flood zone',
    attribute: 'flood_zone',
    classes: [
      {
        label: 'High risk (A, V)',
        colour: '#1d4fa3',
        values: ['A', 'AE', 'AH', 'AO', 'AR', 'A99', 'V', 'VE', ...numbered('A'), ...numbered('V')],
      },
      { label: 'Moderate or low risk (B, C, X)', colour: '#8ecae6', values: ['B', 'C', 'X'] },
      { label: 'Not determined (D)', colour: '#c7b299', values: ['D'] },
    ],
  }),
};

/** Zones of old flood maps: A1 to A30. */
function numbered(letter: string): readonly string[] {
  return Array.from({ length: 30 }, (_, index) => `${letter}${index + 1}`);
}

const transparent = 'rgba(0, 0, 0, 0)';

/** Colours of the tiles' parcels by identity; undefined if there are none. A parcel of several classes has the colour of the first. */
function byIdentity(classes: readonly { readonly ids: readonly string[]; readonly colour: string }[]): ExpressionSpecification | undefined {
  const left = new Set<string>();
  const branches = classes.flatMap(({ ids, colour }) => {
    const own = [...new Set(ids)].filter((id) => !left.has(id));
    for (const id of own) left.add(id);
    return own.length > 0 ? [own, colour] : [];
  });
  if (branches.length === 0) return undefined;
  return ['match', ['to-string', ['get', 'll_uuid']], ...branches, transparent] as unknown as ExpressionSpecification;
}

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

/** A stage of a project's deals, with its parcels. */
export interface StageParcels {
  readonly name: string;
  readonly kind: 'open' | 'won' | 'lost';
  readonly ll_uuids: readonly string[];
}

const stageLabel = 'Stage';
const wonColour = '#e4572e';
const lostColour = '#5d5f66';

/** The scheme of a project's stages, in their order: open ones from light to dark. */
export function stageScheme(stages: readonly StageParcels[]): Scheme {
  const open = stages.filter(({ kind }) => kind === 'open');
  const classes = stages.map((stage) => ({ label: stage.name, colour: stageColour(stage, open), ids: stage.ll_uuids }));
  const colours = new Map(classes.flatMap(({ ids, colour }) => ids.map((id) => [id, colour])));
  return {
    label: stageLabel,
    classes: [...classes.map(({ label, colour }) => ({ label, colour })), { label: 'No stage', colour: unknown.colour }],
    colourOf: ({ ll_uuid }) => colours.get(ll_uuid ?? '') ?? unknown.colour,
    expression: byIdentity(classes),
  };
}

function stageColour(stage: StageParcels, open: readonly StageParcels[]): string {
  if (stage.kind !== 'open') return stage.kind === 'won' ? wonColour : lostColour;
  const last = Math.max(open.length - 1, 1);
  return stageRamp[Math.round((open.indexOf(stage) / last) * (stageRamp.length - 1))] ?? unknown.colour;
}

/** What a scheme is called, in each project. */
export function labelOf(colouring: Colouring): string {
  return colouring === 'stage' ? stageLabel : schemes[colouring].label;
}
