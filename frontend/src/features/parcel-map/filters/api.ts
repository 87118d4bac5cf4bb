import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mainApi, parcelApi, unwrap } from '../../../api/client';
import type { components as main } from '../../../api/generated/main-api';
import type { components } from '../../../api/generated/parcel-lookup';
import { parcelCountsQuery } from '../../../api/queries/parcels';
import { savedSearchesQuery } from '../../../api/queries/searches';

export type SavedSearch = main['schemas']['SavedSearch'];
export type SavedArea = main['schemas']['SavedArea'];
export type ParcelCount = components['schemas']['ParcelCount'];
type CountsRequest = components['schemas']['CountsRequest'];

/** How many parcels of an area match each filter. The last numbers stay until the next ones arrive. */
export function useCounts(body: CountsRequest | undefined) {
  return useQuery({
    ...parcelCountsQuery(body ?? { filters: [] }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** A place without parcels: what is asked is only whether the filter can be read. */
const nowhere = [-30, 40, -29.999, 40.001];

/** Whether a filter can be read; rejects with what is wrong. */
export function useCheck() {
  return useMutation({
    mutationFn: (filter: string) => unwrap(parcelApi.POST('/parcel_counts', { body: { filters: [filter], bbox: nowhere } })),
  });
}

export interface Search {
  readonly name: string;
  readonly filter: string;
  readonly area: SavedArea | null;
}

/** Saves, changes and deletes the searches of a project. */
export function useSearches(projectId: string) {
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: savedSearchesQuery(projectId).queryKey });
  const save = useMutation({
    mutationFn: (search: Search) => unwrap(mainApi.POST('/api/saved_searches', { body: { project_id: projectId, ...search } })),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ search_id, version, ...search }: Search & Pick<SavedSearch, 'search_id' | 'version'>) =>
      unwrap(mainApi.PUT('/api/saved_searches', { body: { search_id, version, ...search } })),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (search_id: string) => unwrap(mainApi.DELETE('/api/saved_searches', { params: { query: { search_id } } })),
    onSuccess,
  });
  const look = useMutation({
    mutationFn: (search_id: string) => unwrap(mainApi.POST('/api/look_at_saved_search', { body: { search_id } })),
    onSuccess,
  });
  return { save, change, remove, look };
}
