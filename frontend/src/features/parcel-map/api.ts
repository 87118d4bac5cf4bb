import { queryOptions, useMutation, useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { mainApi, parcelApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/parcel-lookup';
import { projectOf } from '../../api/project';
import type { Spot } from './map-state';

export type MapConfig = components['schemas']['MapConfig'];
export type ParcelData = components['schemas']['ParcelData'];
export type Place = components['schemas']['Place'];

/** What a marker keeps of its parcel. */
export type ParcelFields = Pick<ParcelData, 'parcelnumb' | 'address' | 'scity' | 'szip' | 'owner' | 'careof' | 'saledate' | 'll_uuid'>;

/** What only the record of the parcel tells, not its marker. */
export interface RecordFacts {
  /** Two letters. */
  readonly state: string | null | undefined;
  readonly acres: number | null | undefined;
  /** The record is made up for demonstration. */
  readonly sample: boolean;
}

/** A parcel that the project has. */
export interface SavedMarker extends Spot {
  readonly id: number;
  readonly parcel: ParcelFields;
}

type Outline = Polygon | MultiPolygon;

/** A saved parcel's outline, as its owner of record publishes it. */
export type ParcelOutline = Feature<Outline, RecordFacts & { readonly marker: number }>;

export function useMapConfig() {
  return useQuery({
    queryKey: ['map-config'],
    queryFn: () => unwrap(parcelApi.GET('/map_config')),
    staleTime: Infinity,
  });
}

export function useProject(projectId: string) {
  return useQuery(projectOf(projectId));
}

/** The outline of the project's submarket; null when the project has none. */
export function useSubmarketOutline(projectId: string) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['submarket-outline', projectId],
    staleTime: Infinity,
    queryFn: async (): Promise<Outline | null> => {
      const { submarket_id } = await cache.query(projectOf(projectId));
      if (!submarket_id) return null;
      const { geometry } = await unwrap(mainApi.GET('/api/get_submarket_polygon', { params: { query: { submarket_id } } }));
      return geometry as Outline;
    },
  });
}

const markersOf = (projectId: string) =>
  queryOptions({
    queryKey: ['markers', projectId],
    queryFn: async (): Promise<SavedMarker[]> => {
      const { markers } = await unwrap(mainApi.GET('/api/get_markers', { params: { query: { project_id: projectId } } }));
      return markers.map(savedMarker);
    },
  });

export function useMarkers(projectId: string) {
  return useQuery(markersOf(projectId));
}

/** The outlines of the project's saved parcels, as they arrive. */
export function useParcelOutlines(projectId: string, markers: readonly SavedMarker[]) {
  return useQueries({
    queries: markers.map(({ id, parcel }) => ({
      queryKey: ['parcel-outline', projectId, parcel.parcelnumb, parcel.ll_uuid],
      staleTime: Infinity,
      queryFn: async (): Promise<ParcelOutline> => {
        const { geometry, is_sample, state2, ll_gisacre } = await unwrap(
          mainApi.GET('/api/get_parcel_polygon', {
            params: { query: { parcelnumb: parcel.parcelnumb, project_id: projectId, ll_uuid: parcel.ll_uuid } },
          }),
        );
        const properties = { marker: id, sample: is_sample, state: state2, acres: ll_gisacre };
        return { type: 'Feature', properties, geometry: geometry as Outline };
      },
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
}

/** The outline of a parcel that is not saved, for as long as it is under review. */
export function useReviewedOutline(id: string | undefined) {
  return useQuery({
    queryKey: ['parcel-record', id],
    enabled: id !== undefined,
    staleTime: Infinity,
    queryFn: async (): Promise<Geometry | null> => {
      const { geometry } = await unwrap(parcelApi.GET('/parcels/{ll_uuid}', { params: { path: { ll_uuid: id ?? '' } } }));
      return geometry ? (geometry as unknown as Outline) : null;
    },
  });
}

/** What stands at a spot: the proposed parcel first, then the others stacked on it; empty when nobody knows. */
export async function lookUp(spot: Spot): Promise<readonly ParcelData[]> {
  const { status, data, candidates } = await unwrap(parcelApi.POST('/process_coords', { body: { lat: spot.lat, lon: spot.lon } }));
  if (status === 'not_found' || !data) return [];
  return candidates && candidates.length > 0 ? candidates : [data];
}

/** Saves a marker, or answers the one that the project has; the site image and the owner webhook are started beside it and never hold it up. */
export function useAddMarker(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ parcel, spot }: { parcel: ParcelData; spot: Spot }): Promise<{ marker: SavedMarker; alreadyAdded: boolean }> => {
      const { marker, alreadyAdded } = await saveMarker(projectId, parcel, spot);
      if (!alreadyAdded) void beside(parcel, spot);
      return { marker, alreadyAdded };
    },
    onSuccess: ({ marker }) => keepMarker(cache, projectId, marker),
  });
}

/** Adds a marker again that was just removed. Its picture and its owner were seen to when it was first added. */
export function useRestoreMarker(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ parcel, ...spot }: SavedMarker) => saveMarker(projectId, parcel, spot),
    onSuccess: ({ marker }) => keepMarker(cache, projectId, marker),
  });
}

async function saveMarker(
  projectId: string,
  parcel: ParcelFields,
  { lon, lat }: Spot,
): Promise<{ marker: SavedMarker; alreadyAdded: boolean }> {
  const geojson = { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties: parcel };
  const saved = await unwrap(mainApi.POST('/api/add_marker', { body: { project_id: projectId, geojson } }));
  return { marker: savedMarker(saved), alreadyAdded: saved.already_added };
}

function keepMarker(cache: QueryClient, projectId: string, marker: SavedMarker): void {
  cache.setQueryData(markersOf(projectId).queryKey, (all) => [...(all ?? []).filter((each) => each.id !== marker.id), marker]);
}

export function useRemoveMarker(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => unwrap(mainApi.POST('/api/remove_marker', { body: { marker_id: id } })),
    onSuccess: (_, id) => {
      cache.setQueryData(markersOf(projectId).queryKey, (all) => all?.filter((each) => each.id !== id));
    },
  });
}

/** Places that match, those near the spot first; without a spot in no order of distance. */
export function usePlaces(query: string, near: Spot | undefined) {
  return useQuery({
    queryKey: ['places', query, near],
    enabled: query.length >= 3,
    staleTime: 60_000,
    queryFn: async () => {
      const { places } = await unwrap(parcelApi.GET('/places', { params: { query: { q: query, ...near, limit: 8 } } }));
      return places;
    },
  });
}

/** What the specification sends when a parcel is kept: the picture to fetch, and the owner to the operator's webhook. */
async function beside(parcel: ParcelData, spot: Spot): Promise<void> {
  const { address, scity, szip, parcelnumb, ll_uuid } = parcel;
  const results = await Promise.allSettled([
    unwrap(mainApi.POST('/api/fetch_save_image', { body: { lat: spot.lat, lon: spot.lon, address, scity, szip, parcelnumb, ll_uuid } })),
    unwrap(mainApi.POST('/api/call_webhook', { body: { uuid: ll_uuid, owner: parcel.owner } })),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') console.warn('A step beside adding the parcel did not work.', result.reason);
  }
}

/** The marker that a project has for a parcel. A marker from a call without an identity is told by its number. */
export function markerOf(parcel: ParcelData | undefined, markers: readonly SavedMarker[]): SavedMarker | undefined {
  return markers.find(({ parcel: saved }) => (saved.ll_uuid ? saved.ll_uuid === parcel?.ll_uuid : saved.parcelnumb === parcel?.parcelnumb));
}

interface WireMarker {
  readonly id: number;
  readonly geojson: { readonly geometry: { readonly coordinates: readonly number[] }; readonly properties: unknown };
}

function savedMarker({ id, geojson }: WireMarker): SavedMarker {
  const [lon = 0, lat = 0] = geojson.geometry.coordinates;
  return { id, lon, lat, parcel: geojson.properties as ParcelFields };
}
