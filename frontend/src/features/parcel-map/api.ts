import { useMutation, useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { useEffect, useMemo } from 'react';
import { mainApi, parcelApi, unwrap } from '../../api/client';
import type { components as main } from '../../api/generated/main-api';
import type { components } from '../../api/generated/parcel-lookup';
import { markersQuery, parcelOutlineQuery, parcelOutlinesQuery } from '../../api/queries/markers';
import { parcelQuery } from '../../api/queries/parcels';
import type { Retirement } from '../../ui/retired-note';
import type { SourceOfFacts } from '../../ui/source-line';
import type { Spot } from './map-state';

export type MapConfig = components['schemas']['MapConfig'];
/** `distance_m`: metres from the point that was looked up, if it is on no parcel and this is the nearest; `feature`: what the point is on. */
export type ParcelData = components['schemas']['ParcelData'] & {
  readonly distance_m?: number | null | undefined;
  readonly feature?: UnnumberedFeature | undefined;
};
/** What the county maps without a parcel number. */
export type UnnumberedFeature = components['schemas']['UnnumberedFeature'];
export type Place = components['schemas']['Place'];
/** The record of a parcel with its units. */
export type ParcelWithUnits = components['schemas']['ParcelWithUnits'];
type Marker = main['schemas']['Marker'];
type Outlined = Pick<
  main['schemas']['ParcelPolygonResponse'],
  'geometry' | 'is_sample' | 'state2' | 'll_gisacre' | keyof Retirement | Exclude<keyof SourceOfFacts, 'source_date' | 'keep_until'>
>;

/** The parcel fields stored with a marker; where they are from is not known of older markers. */
export type ParcelFields = Pick<ParcelData, 'parcelnumb' | 'address' | 'scity' | 'szip' | 'owner' | 'careof' | 'saledate' | 'll_uuid'> &
  Partial<Pick<ParcelData, 'source' | 'source_licence' | 'fetched_at' | 'keep_until'>>;

/** Facts that only the parcel's record contains, not its marker. */
export interface RecordFacts extends SourceOfFacts {
  /** Two letters. */
  readonly state: string | null | undefined;
  readonly acres: number | null | undefined;
  /** The record is generated sample data. */
  readonly sample: boolean;
  /** The county no longer has it; only of saved parcels, because others are not found. */
  readonly retired?: Retirement;
}

/** A saved parcel of the project. */
export interface SavedMarker extends Spot {
  readonly id: number;
  readonly parcel: ParcelFields;
}

export type Outline = Polygon | MultiPolygon;

/** A saved parcel's outline, as published. */
export type ParcelOutline = Feature<Outline, RecordFacts & { readonly marker: number }>;

/** The project's saved parcels. */
export const savedMarkersQuery = (projectId: string) => ({ ...markersQuery(projectId), select: savedMarkers });

/** Parcels that were added later are requested one by one up to this number. */
const mostRequested = 5;

/** Outlines of the project's saved parcels: one request for all parcels at first, and again when many were added. */
export function useParcelOutlines(projectId: string, markers: readonly SavedMarker[]): readonly ParcelOutline[] {
  const { data } = useQuery(parcelOutlinesQuery(projectId));
  const cache = useQueryClient();
  const later = data ? markers.filter(({ id }) => id > (data.newest_marker_id ?? 0)) : [];
  const many = later.length > mostRequested;
  useEffect(() => {
    if (many) void cache.invalidateQueries({ queryKey: parcelOutlinesQuery(projectId).queryKey });
  }, [many, cache, projectId]);
  const added = useQueries({
    queries: (many ? [] : later).map(({ id, parcel }) => ({
      ...parcelOutlineQuery(projectId, parcel),
      select: (record: Outlined) => outlineOf(id, record),
    })),
    combine: dataOf,
  });
  return useMemo(() => {
    const saved = new Set(markers.map(({ id }) => id));
    const all = [...(data?.outlines ?? []).map((record) => outlineOf(record.marker_id, record)), ...added];
    return all.filter(({ properties }) => saved.has(properties.marker));
  }, [data, added, markers]);
}

const dataOf = (results: readonly { readonly data: ParcelOutline | undefined }[]) => results.flatMap(({ data }) => data ?? []);

function outlineOf(marker: number, record: Outlined): ParcelOutline {
  const { geometry, is_sample, state2, ll_gisacre, retired_at, retired_file_date, source, source_licence, fetched_at } = record;
  const origin = { source, source_licence, fetched_at };
  const properties = { marker, sample: is_sample, state: state2, acres: ll_gisacre, retired: { retired_at, retired_file_date }, ...origin };
  return { type: 'Feature', properties, geometry: geometry as Outline };
}

/** The outline of an unsaved parcel while it is under review. */
export function useReviewedOutline(id: string | undefined) {
  return useQuery({
    ...parcelQuery(id ?? ''),
    enabled: id !== undefined,
    select: ({ geometry }) => geometry as Outline | null | undefined,
  });
}

export interface Lookup {
  /** The parcels at a point, or the nearest: the proposed one first, then others stacked on it; empty if there is none. */
  readonly parcels: readonly ParcelData[];
  readonly feature: UnnumberedFeature | undefined;
}

export async function lookUp(spot: Spot): Promise<Lookup> {
  const body = { lat: spot.lat, lon: spot.lon };
  const { data, candidates, distance_m, ...answer } = await unwrap(parcelApi.POST('/process_coords', { body }));
  const feature = answer.feature ?? undefined;
  const parcels = data ? (candidates ?? [data]) : [];
  return { parcels: parcels.map((parcel) => ({ ...parcel, distance_m, feature })), feature };
}

/** The short form of a record, as a lookup has it. */
export function shortForm(record: ParcelWithUnits): ParcelData {
  const { ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, careof, saledate, usedesc, zoning, ll_gisacre } = record;
  const { source, source_licence, fetched_at, keep_until, is_sample } = record;
  const facts = { ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, careof, saledate, usedesc, zoning, ll_gisacre };
  return { ...facts, source, source_licence, fetched_at, keep_until, is_sample };
}

/** Saves a marker, or returns the project's existing one; site image and owner webhook are started in parallel and do not delay it. */
export function useAddMarker(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ parcel, spot }: { parcel: ParcelData; spot: Spot }): Promise<{ marker: SavedMarker; alreadyAdded: boolean }> => {
      const saved = await saveMarker(cache, projectId, parcel, spot);
      if (!saved.alreadyAdded) void startFollowUps(parcel, spot);
      return saved;
    },
  });
}

/** Adds a just removed marker again. Its image and webhook were handled when it was first added. */
export function useRestoreMarker(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ parcel, ...spot }: SavedMarker) => saveMarker(cache, projectId, parcel, spot),
  });
}

async function saveMarker(
  cache: QueryClient,
  projectId: string,
  parcel: ParcelFields,
  { lon, lat }: Spot,
): Promise<{ marker: SavedMarker; alreadyAdded: boolean }> {
  const geojson = { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties: parcel };
  const { already_added, ...saved } = await unwrap(mainApi.POST('/api/add_marker', { body: { project_id: projectId, geojson } }));
  changeMarkers(cache, projectId, (all) => [...all.filter(({ id }) => id !== saved.id), saved]);
  return { marker: savedMarker(saved), alreadyAdded: already_added };
}

function changeMarkers(cache: QueryClient, projectId: string, change: (markers: Marker[]) => Marker[]): void {
  cache.setQueryData(markersQuery(projectId).queryKey, (all) => ({ markers: change(all?.markers ?? []) }));
}

export function useRemoveMarker(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => unwrap(mainApi.POST('/api/remove_marker', { body: { marker_id: id } })),
    onSuccess: (_, id) => {
      changeMarkers(cache, projectId, (all) => all.filter((marker) => marker.id !== id));
    },
  });
}

/** Follow-up requests of the specification when a parcel is saved: fetch its image, and send the owner to the operator's webhook. */
async function startFollowUps(parcel: ParcelData, spot: Spot): Promise<void> {
  const { address, scity, szip, parcelnumb, ll_uuid } = parcel;
  const results = await Promise.allSettled([
    unwrap(mainApi.POST('/api/fetch_save_image', { body: { lat: spot.lat, lon: spot.lon, address, scity, szip, parcelnumb, ll_uuid } })),
    unwrap(mainApi.POST('/api/call_webhook', { body: { uuid: ll_uuid, owner: parcel.owner } })),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') console.warn('A step after adding the parcel failed.', result.reason);
  }
}

/** The project's marker of a parcel; compared by number if the marker has no identity. */
export function markerOf(parcel: ParcelData | undefined, markers: readonly SavedMarker[]): SavedMarker | undefined {
  return markers.find(({ parcel: saved }) => (saved.ll_uuid ? saved.ll_uuid === parcel?.ll_uuid : saved.parcelnumb === parcel?.parcelnumb));
}

const savedMarkers = ({ markers }: { readonly markers: readonly Marker[] }): readonly SavedMarker[] => markers.map(savedMarker);

function savedMarker({ id, geojson }: Marker): SavedMarker {
  const [lon = 0, lat = 0] = geojson.geometry.coordinates;
  return { id, lon, lat, parcel: geojson.properties as ParcelFields };
}
