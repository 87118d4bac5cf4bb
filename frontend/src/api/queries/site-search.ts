import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../client';
import type { components } from '../generated/parcel-lookup';
import { get } from './query';

type List = components['schemas']['SearchList'];

/** Results of a page: what the map numbers and the list shows at once. */
const pageLength = 100;

/** The criteria of a project, and the presets of all categories. */
export const projectCriteriaQuery = (projectId: string) => queryOptions(get('main', '/api/project_criteria', { project_id: projectId }));

/** The newest runs of a project. */
export const searchRunsQuery = (projectId: string) => queryOptions(get('parcel', '/search_runs', { project_id: projectId }));

/** One run. Its event stream updates this entry. */
export const searchRunQuery = (runId: string) =>
  queryOptions({ ...get('parcel', '/search_runs/{run_id}', { run_id: runId }), staleTime: 5000 });

/** A list of a finished run, page by page. Results never change. */
export const searchResultsQuery = (runId: string, list: List) =>
  infiniteQueryOptions({
    queryKey: ['parcel', '/search_runs/{run_id}/results', { run_id: runId, list, pages: true }] as readonly unknown[],
    queryFn: ({ pageParam: offset, signal }) =>
      unwrap(
        parcelApi.GET('/search_runs/{run_id}/results', {
          params: { path: { run_id: runId }, query: { list, offset, limit: pageLength } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ kept, results }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
      return results.length > 0 && loaded < kept ? loaded : undefined;
    },
    staleTime: Infinity,
  });

/** Most results of an answer. */
const mostResults = 200;

/** All results of a list that a finished run keeps, 1,000 at most. */
export const keptResultsQuery = (runId: string, list: List = 'ranked') =>
  queryOptions({
    queryKey: ['parcel', '/search_runs/{run_id}/results', { run_id: runId, list, all: true }] as readonly unknown[],
    queryFn: async ({ signal }) => {
      const all: components['schemas']['SearchResult'][] = [];
      for (;;) {
        const page = await unwrap(
          parcelApi.GET('/search_runs/{run_id}/results', {
            params: { path: { run_id: runId }, query: { list, offset: all.length, limit: mostResults } },
            signal,
          }),
        );
        all.push(...page.results);
        if (page.results.length === 0 || all.length >= page.kept) return all;
      }
    },
    staleTime: Infinity,
  });

/** Why a parcel is where it is in a run, also one that failed. */
export const searchResultQuery = (runId: string, llUuid: string) =>
  queryOptions({ ...get('parcel', '/search_runs/{run_id}/results/{ll_uuid}', { run_id: runId, ll_uuid: llUuid }), staleTime: Infinity });

/** How parcels moved from an earlier run to this one. */
export const searchComparisonQuery = (runId: string, earlier: string) =>
  queryOptions({
    ...get('parcel', '/search_runs/{run_id}/compare', { run_id: runId, with: earlier, limit: 100 }),
    staleTime: Infinity,
  });
