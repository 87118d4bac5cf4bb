import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mainApi, parcelApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/parcel-lookup';
import { allOf } from '../../../api/queries/query';
import { projectCriteriaQuery, searchRunQuery, searchRunsQuery } from '../../../api/queries/site-search';
import { useRefresh } from '../selection/api';
import type { Criteria, SearchRun } from './types';

export type RunRequest = components['schemas']['SearchRunRequest'];

/** Whether the run is in a final state. */
export const hasEnded = ({ state }: Pick<SearchRun, 'state'>): boolean => state !== 'queued' && state !== 'running';

/** Saves the criteria of the project; 409 if they are no longer of this version. */
export function useSaveCriteria(projectId: string) {
  const cache = useQueryClient();
  const { queryKey } = projectCriteriaQuery(projectId);
  return useMutation({
    mutationFn: (changed: { readonly criteria: Criteria; readonly version: number }) =>
      unwrap(mainApi.PUT('/api/project_criteria', { body: { project_id: projectId, ...changed } })),
    onSuccess: (saved) => {
      cache.setQueryData(queryKey, saved);
    },
    // Somebody else may have saved: who and what is in the answer.
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

export function useStartSearch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RunRequest) => unwrap(parcelApi.POST('/search_runs', { body })),
    onSuccess: (_, { project_id }) => cache.invalidateQueries({ queryKey: searchRunsQuery(project_id).queryKey }),
  });
}

export function useCancelSearch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => unwrap(parcelApi.POST('/search_runs/{run_id}/cancel', { params: { path: { run_id: runId } } })),
    onSettled: (_, __, runId) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: searchRunQuery(runId).queryKey }),
        cache.invalidateQueries(allOf(['parcel', '/search_runs'])),
      ]),
  });
}

export function useRemoveSearch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => unwrap(parcelApi.DELETE('/search_runs/{run_id}', { params: { path: { run_id: runId } } })),
    onSuccess: (_, runId) => {
      cache.removeQueries({ queryKey: searchRunQuery(runId).queryKey });
      return cache.invalidateQueries(allOf(['parcel', '/search_runs']));
    },
  });
}

/** Selects the best parcels of a run; returns the selection. */
export function useBestOf(projectId: string) {
  return useMutation({
    mutationFn: ({ runId, top }: { readonly runId: string; readonly top: number }) =>
      unwrap(parcelApi.POST('/parcel_selections', { body: { search_run_id: runId, top, project_id: projectId } })),
  });
}

/** Adds parcels to the project. */
export function useAddParcels(projectId: string) {
  return useMutation({
    mutationFn: (ll_uuids: string[]) => unwrap(mainApi.POST('/api/add_markers', { body: { project_id: projectId, ll_uuids } })),
    onSuccess: useRefresh(projectId),
  });
}
