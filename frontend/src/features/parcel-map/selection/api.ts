import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mainApi, parcelApi, unwrap } from '../../../api/client';
import type { components as main } from '../../../api/generated/main-api';
import type { components } from '../../../api/generated/parcel-lookup';
import { allOf } from '../../../api/queries/query';
import { markersQuery, parcelOutlinesQuery, projectParcelsQuery, reviewedParcelsQuery } from '../../../api/queries/markers';
import { selectedParcelsQuery } from '../../../api/queries/parcels';
import type { Choice } from './shape';

export type Summary = components['schemas']['SelectionSummary'];
export type DiscardReason = main['schemas']['DiscardReason'];
type Reviewed = main['schemas']['ReviewedParcelsResponse'];

/** Selects and counts. */
export function useCount(projectId: string) {
  return useMutation({
    mutationFn: (choice: Choice) => unwrap(parcelApi.POST('/parcel_selections', { body: { ...choice, project_id: projectId } })),
  });
}

/** Inner points of the selected parcels, of 10,000 at most, for the map. */
export function useSelectedPoints(selection: string | undefined) {
  return useQuery({
    ...selectedParcelsQuery(selection ?? ''),
    enabled: selection !== undefined,
    select: pointsOf,
  });
}

/** Always the same function, so that it runs once for an answer. */
const pointsOf = (parcels: readonly components['schemas']['ListedParcel'][]) =>
  parcels.map(({ ll_uuid, lon, lat }) => ({ ll_uuid, lon, lat }));

/** Adds the parcels of a selection, and removes them again. */
export function useAddAll(projectId: string) {
  return useAdding(projectId, (selection_id: string) => ({ selection_id }));
}

/** Adds these parcels together, also those that the project discarded, and removes them again. */
export function useAddParcels(projectId: string) {
  return useAdding(projectId, (ll_uuids: string[]) => ({ ll_uuids }));
}

/** Everything that an owner has, or parcels of a list. */
export type Listed = { readonly owner_of: string } | { readonly ll_uuids: string[] };

/** Adds these together, but none that the project discarded, and removes them again. */
export function useAddListed(projectId: string) {
  return useAdding(projectId, async (listed: Listed) => {
    const { selection_id } = await unwrap(parcelApi.POST('/parcel_selections', { body: { ...listed, project_id: projectId } }));
    return { selection_id };
  });
}

type Which = { readonly selection_id: string } | { readonly ll_uuids: string[] };

function useAdding<T>(projectId: string, which: (given: T) => Which | Promise<Which>) {
  const refresh = useRefresh(projectId);
  const add = useMutation({
    mutationFn: async (given: T) => {
      const parcels = await which(given);
      return unwrap(mainApi.POST('/api/add_markers', { body: { project_id: projectId, ...parcels } }));
    },
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: (batch: string) => unwrap(mainApi.POST('/api/undo_add_markers', { body: { batch_id: batch } })),
    onSuccess: refresh,
  });
  return { add, undo };
}

export interface Discard {
  readonly ll_uuids: string[];
  readonly reason: DiscardReason;
  readonly note: string;
}

/** Discards parcels, and undoes it. */
export function useDiscard(projectId: string) {
  const cache = useQueryClient();
  const refresh = useRefresh(projectId);
  const discard = useMutation({
    mutationFn: (body: Discard) => unwrap(mainApi.POST('/api/discard_parcels', { body: { project_id: projectId, ...body } })),
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: (ll_uuids: string[]) => unwrap(mainApi.POST('/api/undo_discard', { body: { project_id: projectId, ll_uuids } })),
    onSuccess: (_, ll_uuids) => {
      // At once: a list that lacks the parcel until it is fetched again could not take the focus back.
      cache.setQueryData(reviewedParcelsQuery(projectId).queryKey, (reviewed) => reviewed && withoutDiscards(reviewed, ll_uuids));
      return refresh();
    },
  });
  return { discard, undo };
}

function withoutDiscards(reviewed: Reviewed, llUuids: readonly string[]): Reviewed {
  const undone = new Set(llUuids);
  return { ...reviewed, discarded: reviewed.discarded.filter(({ ll_uuid }) => !undone.has(ll_uuid)) };
}

/** Identities of all parcels of a selection. */
export async function identitiesOf({ selection_id, count }: Summary): Promise<string[]> {
  const pageLength = 1000;
  const ids: string[] = [];
  for (let offset = 0; offset < count; offset += pageLength) {
    const params = { path: { selection_id }, query: { offset, limit: pageLength } };
    const { parcels } = await unwrap(parcelApi.GET('/parcel_selections/{selection_id}', { params }));
    ids.push(...parcels.map(({ ll_uuid }) => ll_uuid));
  }
  return ids;
}

/** Refetches what a project has and what it discarded. */
export function useRefresh(projectId: string) {
  const cache = useQueryClient();
  const queries = [
    markersQuery(projectId),
    parcelOutlinesQuery(projectId),
    projectParcelsQuery(projectId),
    reviewedParcelsQuery(projectId),
  ];
  return () =>
    Promise.all([
      ...queries.map(({ queryKey }) => cache.invalidateQueries({ queryKey })),
      cache.invalidateQueries(allOf(['main', '/api/parcel_status'])),
    ]);
}
