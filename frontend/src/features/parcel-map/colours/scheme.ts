import type { ExpressionSpecification } from 'maplibre-gl';

/** What a parcel's colour depends on, under the names of the tiles' attributes where they have it. */
export interface ColouredFacts {
  readonly status?: 'in_project' | 'for_review' | 'discarded' | undefined;
  /** Identity of the parcel, for what the tiles do not know. */
  readonly ll_uuid?: string | undefined;
  readonly use_class?: string | null | undefined;
  readonly value_per_acre?: number | null | undefined;
  readonly year_built?: number | null | undefined;
  readonly ll_gisacre?: number | null | undefined;
  /** Whether it floods once in a hundred years. */
  readonly in_flood_zone?: boolean | null | undefined;
  readonly owner_kind?: string | null | undefined;
  readonly zoning?: string | null | undefined;
  readonly total_value?: number | null | undefined;
  readonly building_sqft?: number | null | undefined;
  readonly years_held?: number | null | undefined;
  readonly is_absentee?: boolean | null | undefined;
  /** Of a search. */
  readonly slope_percent?: number | null | undefined;
  /** Metres, as the next. */
  readonly highway_m?: number | null | undefined;
  readonly rail_m?: number | null | undefined;
  readonly growth_chance?: number | null | undefined;
  readonly score?: number | null | undefined;
}

/** A line of the legend. */
export interface ColourClass {
  readonly label: string;
  readonly colour: string;
}

export interface Scheme {
  readonly label: string;
  /** Which parcels are coloured, if not all. */
  readonly note?: string;
  /** In the order of the legend. Parcels without the value have the last one. */
  readonly classes: readonly ColourClass[];
  readonly colourOf: (facts: ColouredFacts) => string;
  /** The same, of the features of the tiles; undefined where they do not have the attribute. */
  readonly expression: ExpressionSpecification | undefined;
}

export const unknown: ColourClass = { label: 'Unknown', colour: '#9a9ca3' };

const transparent = 'rgba(0, 0, 0, 0)';

/** Colours of the tiles' parcels by identity; undefined if there are none. A parcel of several classes has the colour of the first. */
export function byIdentity(
  classes: readonly { readonly ids: readonly string[]; readonly colour: string }[],
): ExpressionSpecification | undefined {
  const left = new Set<string>();
  const branches = classes.flatMap(({ ids, colour }) => {
    const own = [...new Set(ids)].filter((id) => !left.has(id));
    for (const id of own) left.add(id);
    return own.length > 0 ? [own, colour] : [];
  });
  if (branches.length === 0) return undefined;
  return ['match', ['to-string', ['get', 'll_uuid']], ...branches, transparent] as unknown as ExpressionSpecification;
}

/** A scheme of facts that the tiles do not have: of these parcels by their identity. */
export function ofParcels(scheme: Scheme, parcels: readonly ColouredFacts[]): Scheme {
  const ids = new Map<string, string[]>();
  for (const facts of parcels) {
    if (facts.ll_uuid === undefined) continue;
    const colour = scheme.colourOf(facts);
    const same = ids.get(colour);
    if (same) same.push(facts.ll_uuid);
    else ids.set(colour, [facts.ll_uuid]);
  }
  return { ...scheme, expression: byIdentity([...ids].map(([colour, of]) => ({ colour, ids: of }))) };
}
