import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../../api/client';
import type { GrowthRun, RunKind, RunRequest } from './types';

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
