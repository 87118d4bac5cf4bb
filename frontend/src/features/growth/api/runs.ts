import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../../api/client';
import { growthRunQuery } from '../../../api/queries/growth';
import { allOf } from '../../../api/queries/query';
import type { GrowthRun, RunRequest } from './types';

const allRuns = allOf(['parcel', '/growth_runs']);

export function useCreateRun(onCreated: (run: GrowthRun) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RunRequest) => unwrap(parcelApi.POST('/growth_runs', { body })),
    onSuccess: (run) => {
      cache.setQueryData(growthRunQuery(run.run_id).queryKey, run);
      void cache.invalidateQueries(allRuns);
      onCreated(run);
    },
  });
}

export function useCancelRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => unwrap(parcelApi.POST('/growth_runs/{run_id}/cancel', { params: { path: { run_id: runId } } })),
    onSuccess: (run) => {
      cache.setQueryData(growthRunQuery(run.run_id).queryKey, run);
      void cache.invalidateQueries(allRuns);
    },
  });
}

export function useRemoveRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => unwrap(parcelApi.DELETE('/growth_runs/{run_id}', { params: { path: { run_id: runId } } })),
    onSuccess: (_, runId) => {
      cache.removeQueries({ queryKey: growthRunQuery(runId).queryKey });
      void cache.invalidateQueries(allRuns);
    },
  });
}
