import { queryOptions, useQuery } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../../api/client';
import type { CalibrationResult, GrowthResult, RunKind } from './types';

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
