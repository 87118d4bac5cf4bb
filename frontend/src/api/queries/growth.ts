import { queryOptions } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../client';
import type { components } from '../generated/parcel-lookup';
import { markersQuery } from './markers';
import { get } from './query';

type Kind = components['schemas']['RunKind'];
type Result = components['schemas']['GrowthResult'];

/** The firm's runs of one kind, newest first. */
export const growthRunsQuery = (kind: Kind) =>
  queryOptions({ ...get('parcel', '/growth_runs', { kind, limit: 50 }), select: (answer) => answer.runs });

/** One run. Its event stream updates this entry. */
export const growthRunQuery = (runId: string) =>
  queryOptions({ ...get('parcel', '/growth_runs/{run_id}', { run_id: runId }), staleTime: 5000 });

/** The result of a run that has succeeded; immutable. */
export const growthResultQuery = <T extends Result>(runId: string) =>
  queryOptions({
    ...get('parcel', '/growth_runs/{run_id}/result', { run_id: runId }),
    staleTime: Infinity,
    // The caller knows the run's kind.
    select: (answer) => answer as T,
  });

interface Placed {
  readonly ll_uuid: string;
  readonly lon: number;
  readonly lat: number;
}

/** The growth predicted around a parcel; immutable as the result is. */
export const growthAroundQuery = (runId: string, { ll_uuid, lon, lat }: Placed) =>
  queryOptions({
    queryKey: ['parcel', '/growth_runs/{run_id}/parcels', { run_id: runId, ll_uuid, lon, lat }],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { parcels } = await unwrap(
        parcelApi.POST('/growth_runs/{run_id}/parcels', {
          params: { path: { run_id: runId } },
          body: { parcels: [{ parcel_number: ll_uuid, lon, lat, ll_uuid }] },
          signal,
        }),
      );
      const [around] = parcels;
      if (!around) throw new Error('The answer has no parcel.');
      return around;
    },
  });

/** A project's saved parcels with the growth predicted around each. */
export const growthParcelsQuery = (runId: string, projectId: string) =>
  queryOptions({
    queryKey: ['parcel', '/growth_runs/{run_id}/parcels', { run_id: runId, project_id: projectId }],
    queryFn: async ({ client, signal }) => {
      const saved = (await client.query({ ...markersQuery(projectId), staleTime: 0 })).map(({ geojson }) => ({
        parcel_number: geojson.properties.parcelnumb ?? '',
        address: geojson.properties.address ?? null,
        // The figures of a site are those of all its land.
        ll_uuid: geojson.properties.ll_uuid ?? null,
        lon: geojson.geometry.coordinates[0] ?? 0,
        lat: geojson.geometry.coordinates[1] ?? 0,
      }));
      if (saved.length === 0) return [];
      const { parcels } = await unwrap(
        parcelApi.POST('/growth_runs/{run_id}/parcels', {
          params: { path: { run_id: runId } },
          body: { parcels: saved.map(({ parcel_number, lon, lat, ll_uuid }) => ({ parcel_number, lon, lat, ll_uuid })) },
          signal,
        }),
      );
      // Results have the order of the request.
      return parcels.map((parcel, place) => ({ ...parcel, address: saved[place]?.address ?? null }));
    },
  });
