import { useQuery } from '@tanstack/react-query';
import { mainApi, parcelApi, unwrap } from '../../../api/client';
import type { GrownParcel } from './types';

/** A project to choose parcels from. */
export function useProjectNames() {
  return useQuery({
    queryKey: ['projects', 'names'],
    staleTime: 60_000,
    queryFn: async () => (await unwrap(mainApi.GET('/api/projects'))).projects,
    select: (projects) => projects.map(({ project_id, project_name }) => ({ value: project_id, label: project_name })),
  });
}

/** A saved parcel of a project with what the simulation says of it. */
export interface JoinedParcel extends GrownParcel {
  readonly address: string | null;
}

/** The project's saved parcels, joined with a prediction. */
export function useJoinedParcels(runId: string, projectId: string | null) {
  return useQuery({
    queryKey: ['growth-parcels', runId, projectId],
    enabled: projectId !== null,
    queryFn: async (): Promise<JoinedParcel[]> => {
      const { markers } = await unwrap(mainApi.GET('/api/get_markers', { params: { query: { project_id: projectId ?? '' } } }));
      const saved = markers.map(({ geojson }) => ({
        parcel_number: geojson.properties.parcelnumb ?? '',
        address: geojson.properties.address ?? null,
        lon: geojson.geometry.coordinates[0] ?? 0,
        lat: geojson.geometry.coordinates[1] ?? 0,
      }));
      if (saved.length === 0) return [];
      const { parcels } = await unwrap(
        parcelApi.POST('/growth_runs/{run_id}/parcels', {
          params: { path: { run_id: runId } },
          body: { parcels: saved.map(({ parcel_number, lon, lat }) => ({ parcel_number, lon, lat })) },
        }),
      );
      // Answers come in the order of the question.
      return parcels.map((parcel, place) => ({ ...parcel, address: saved[place]?.address ?? null }));
    },
  });
}
