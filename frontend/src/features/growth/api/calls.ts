import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mainApi, parcelApi, unwrap } from '../../../api/client';
import type { CalibrationResult, GrowthResult, GrowthRun, GrownParcel, RunKind, RunRequest } from './types';

export function useMapConfig() {
  return useQuery({
    queryKey: ['map-config'],
    queryFn: () => unwrap(parcelApi.GET('/map_config')),
    staleTime: Infinity,
  });
}

/** One run. What the stream of events tells is written here. */
export const runOf = (runId: string) =>
  queryOptions({
    queryKey: ['growth-run', runId],
    queryFn: () => unwrap(parcelApi.GET('/growth_runs/{run_id}', { params: { path: { run_id: runId } } })),
    staleTime: 5000,
  });

const allRuns = ['growth-runs'];

/** The firm's runs of a kind, newest first. */
export function useRuns(kind: RunKind) {
  return useQuery({
    queryKey: [...allRuns, kind],
    queryFn: async () => (await unwrap(parcelApi.GET('/growth_runs', { params: { query: { kind, limit: 50 } } }))).runs,
    // What colleagues start and what ends shows without a reload.
    refetchInterval: 15_000,
  });
}

export function useCreateRun(onCreated: (run: GrowthRun) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RunRequest) => unwrap(parcelApi.POST('/growth_runs', { body })),
    onSuccess: (run) => {
      cache.setQueryData(runOf(run.run_id).queryKey, run);
      void cache.invalidateQueries({ queryKey: allRuns });
      onCreated(run);
    },
  });
}

export function useCancelRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => unwrap(parcelApi.POST('/growth_runs/{run_id}/cancel', { params: { path: { run_id: runId } } })),
    onSuccess: (run) => {
      cache.setQueryData(runOf(run.run_id).queryKey, run);
      void cache.invalidateQueries({ queryKey: allRuns });
    },
  });
}

export function useRemoveRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => unwrap(parcelApi.DELETE('/growth_runs/{run_id}', { params: { path: { run_id: runId } } })),
    onSuccess: (_, runId) => {
      cache.removeQueries({ queryKey: runOf(runId).queryKey });
      void cache.invalidateQueries({ queryKey: allRuns });
    },
  });
}

/** The result of a run that has succeeded. It never changes. */
function resultOf<T>(runId: string | undefined, kind: RunKind) {
  return queryOptions({
    queryKey: ['growth-result', kind, runId],
    enabled: runId !== undefined,
    staleTime: Infinity,
    queryFn: async () =>
      (await unwrap(parcelApi.GET('/growth_runs/{run_id}/result', { params: { path: { run_id: runId ?? '' } } }))) as unknown as T,
  });
}

export function usePrediction(runId: string | undefined) {
  return useQuery(resultOf<GrowthResult>(runId, 'prediction'));
}

export function useCalibration(runId: string | undefined) {
  return useQuery(resultOf<CalibrationResult>(runId, 'calibration'));
}

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
