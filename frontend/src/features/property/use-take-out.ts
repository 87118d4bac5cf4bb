import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import { markersQuery } from '../../api/queries/markers';
import { allOf } from '../../api/queries/query';
import { useConfirm, useNotice } from '../../ui/dialogs';
import type { Selection } from '../../ui/use-selection';
import { useRestoreProperty, type PropertyRow } from './api';

/** Requests at a time. */
const lanes = 4;

/** Removes the selected properties from the project after confirmation; all can be brought back at once. */
export function useTakeOut(projectId: string, selection: Selection<PropertyRow>): () => Promise<void> {
  const confirm = useConfirm();
  const notice = useNotice();
  const remove = useRemoveProperties(projectId);
  const restore = useRestoreProperty(projectId);
  return async () => {
    const rows = selection.chosen;
    const what = rows.length === 1 ? 'this property' : `these ${rows.length} properties`;
    const sure = await confirm({ sentence: `Are you sure you want to remove ${what}?`, confirm: 'Remove Property', cancel: 'Keep' });
    if (!sure) return;
    const { markers, removed, failure } = await remove.mutateAsync(rows);
    selection.clear();
    if (failure !== undefined) {
      const sentence = sentenceOf(failure, 'the others could not be removed.');
      notice.alert(`Error: ${removed.length} of ${rows.length} properties were removed; ${sentence}`);
    }
    if (removed.length === 0) return;
    notice.undo(
      removed.length === 1 ? 'Property removed successfully!' : `${removed.length} properties removed successfully!`,
      async () => {
        for (const marker of markers) await restore.mutateAsync(marker);
      },
    );
  };
}

/** Removes properties; returns those that are removed, their markers, and why the first of the others was not. */
function useRemoveProperties(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (rows: readonly PropertyRow[]) => {
      // A removal must not fail because it cannot be undone.
      const saved = await cache.query({ ...markersQuery(projectId), staleTime: 0 }).catch(() => []);
      const waiting = [...rows];
      const removed: PropertyRow[] = [];
      let failure: unknown;
      const lane = async (): Promise<void> => {
        for (let row = waiting.shift(); row && failure === undefined; row = waiting.shift()) {
          const { parcel_number, ll_uuid } = row;
          try {
            await unwrap(propertyApi.POST('/remove_property_from_project', { body: { parcel_number, ll_uuid, project_id: projectId } }));
            removed.push(row);
          } catch (reason) {
            failure = reason;
          }
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      const ids = new Set(removed.map(({ marker_id }) => marker_id));
      return { removed, failure, markers: saved.filter(({ id }) => ids.has(id)) };
    },
    onSettled: () => cache.invalidateQueries(allOf(['property', '/property_details'], { project_id: projectId })),
  });
}
