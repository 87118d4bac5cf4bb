import type { components } from '../../../api/generated/main-api';
import type { SourceOfFacts } from '../../../ui/source-line';
import type { Outline } from '../api';
import { yearsSince } from '../colours/run-facts';
import type { ColouredFacts } from '../colours/scheme';
import type { Change } from '../discards/change-words';
import { boundsOf, type Bounds } from '../geometry';
import { valuePerAcre } from '../inspect/per-acre';
import type { StageOfParcel } from './use-stages';

type Answer = components['schemas']['ProjectParcelsResponse'];
type Facts = components['schemas']['ParcelFacts'];

/** A parcel of the project, or one that it discarded, as the list beside the map shows it. */
export interface Entry {
  readonly key: string;
  /** Undefined if the parcel service does not know the parcel. */
  readonly llUuid: string | undefined;
  /** Undefined of a discarded parcel. */
  readonly markerId: number | undefined;
  readonly name: string;
  readonly number: string;
  readonly lon: number;
  readonly lat: number;
  readonly acres: number | undefined;
  readonly value: number | undefined;
  readonly perAcre: number | undefined;
  readonly retired: boolean;
  /** Identities of the parcels of a site that the firm keeps as one; none of a single parcel. */
  readonly members: readonly string[];
  /** Why it was discarded. */
  readonly discarded: components['schemas']['DiscardReason'] | undefined;
  readonly note: string | null;
  /** The discard no longer holds: the fact behind its reason changed. */
  readonly changed: Change | undefined;
  readonly bounds: Bounds;
  readonly colour: ColouredFacts;
  /** Where its facts are from. */
  readonly source: SourceOfFacts | undefined;
}

/** Of a parcel that was not discarded. */
const kept = { discarded: undefined, note: null, changed: undefined } as const;

function extentOf(outline: Outline | null | undefined, lon: number, lat: number): Bounds {
  return (outline && boundsOf(outline)) ?? [lon, lat, lon, lat];
}

/** The entries in the order in which they were added, then the discarded ones, of which those due for review come first. */
export function entriesOf({ parcels, discarded }: Answer): readonly Entry[] {
  return [
    ...parcels.map(({ marker_id, parcelnumb, lon, lat, facts, geometry }) => ({
      ...shared(facts ?? undefined, { number: parcelnumb, lon, lat }, 'in_project'),
      key: `marker ${marker_id}`,
      markerId: marker_id,
      ...kept,
      bounds: extentOf(geometry as Outline | null | undefined, lon, lat),
    })),
    ...[...discarded.filter(({ changed }) => changed), ...discarded.filter(({ changed }) => !changed)].map(discardedEntry),
  ];
}

function discardedEntry({ ll_uuid, facts: then, reason, note, changed }: Answer['discarded'][number]) {
  // The facts are as they were; of those due for review the one that changed is shown as it is. Of a zone that changed only its letters are known.
  const facts: Facts = changed ? { ...then, [changed.field]: changed.now, ...(changed.field === 'flood_zone' && { flood: null }) } : then;
  return {
    ...shared(facts, { number: facts.parcelnumb, lon: facts.lon, lat: facts.lat }, changed ? 'for_review' : 'discarded'),
    key: `discarded ${ll_uuid}`,
    markerId: undefined,
    discarded: reason,
    note,
    changed: changed ?? undefined,
    bounds: extentOf(undefined, facts.lon, facts.lat),
  };
}

interface Marked {
  readonly number: string;
  readonly lon: number;
  readonly lat: number;
}

function shared(facts: Facts | undefined, marked: Marked, status: ColouredFacts['status']) {
  const acres = facts?.ll_gisacre ?? undefined;
  // Counties record 0 for what they do not know.
  const value = facts?.parval === 0 ? undefined : (facts?.parval ?? undefined);
  const each = facts && valuePerAcre(facts);
  const today = new Date();
  return {
    ...marked,
    llUuid: facts?.ll_uuid,
    name: facts?.address ?? marked.number,
    acres,
    value,
    perAcre: each,
    retired: facts?.retired_at != null,
    members: facts?.site?.members.map(({ ll_uuid }) => ll_uuid) ?? [],
    source: facts && sourceOf(facts),
    colour: {
      status,
      ll_uuid: facts?.ll_uuid,
      use_class: facts?.use_class,
      value_per_acre: each,
      year_built: facts?.year_built,
      ll_gisacre: acres,
      in_flood_zone: facts?.flood?.in_flood_zone,
      owner_kind: facts?.owner_kind,
      zoning: facts?.zoning,
      total_value: value,
      building_sqft: facts?.sqft,
      years_held: yearsSince(facts?.saledate, today),
      is_absentee: facts?.is_absentee,
    },
  };
}

const sourceOf = ({ source, source_licence, fetched_at, source_date, keep_until }: Facts): SourceOfFacts => ({
  source,
  source_licence,
  fetched_at,
  source_date,
  keep_until,
});

/** Orders of the list. */
export const orders = {
  added: 'Date added',
  score: 'Score',
  acres: 'Acres, largest first',
  value: 'Value, highest first',
  perAcre: 'Value per acre, lowest first',
  status: 'Status',
  stage: 'Stage',
  distance: 'Distance from the center',
} as const;
export type SortOrder = keyof typeof orders;

interface Ordering {
  readonly by: SortOrder;
  readonly center: { readonly lon: number; readonly lat: number };
  /** Scores by identity, when a search has given some. */
  readonly scores: ReadonlyMap<string, number> | undefined;
  /** By identity, once they are known. */
  readonly stages: ReadonlyMap<string, StageOfParcel> | undefined;
}

/** The entries in an order; those without the value come last. */
export function sorted(entries: readonly Entry[], { by, center, scores, stages }: Ordering): readonly Entry[] {
  const keys: Record<SortOrder, ((entry: Entry) => number | undefined) | undefined> = {
    added: undefined,
    score: ({ llUuid }) => negative(llUuid === undefined ? undefined : scores?.get(llUuid)),
    acres: ({ acres }) => negative(acres),
    // Counties record 0 where land is not appraised.
    value: ({ value }) => negative(value),
    perAcre: ({ perAcre: each }) => each,
    stage: ({ llUuid }) => (llUuid === undefined ? undefined : stages?.get(llUuid)?.place),
    status: ({ discarded, changed, retired }) => (discarded ? (changed ? 2 : 3) : retired ? 1 : 0),
    distance: ({ lon, lat }) => ((lon - center.lon) * Math.cos((center.lat * Math.PI) / 180)) ** 2 + (lat - center.lat) ** 2,
  };
  const key = keys[by];
  if (!key) return entries;
  return entries
    .map((entry) => ({ entry, at: key(entry) ?? Infinity }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ entry }) => entry);
}

const negative = (value: number | undefined) => (value === undefined ? undefined : -value);

/** Whether an entry's parcel touches a box of the map. */
export function isInside({ bounds: [west, south, east, north] }: Entry, [w, s, e, n]: Bounds): boolean {
  return west <= e && east >= w && south <= n && north >= s;
}

/** Identities of the parcels of these entries, for a file: of a site those of its parcels. */
export function parcelsOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ llUuid, members }) => (members.length > 0 ? members : (llUuid ?? []))))];
}
