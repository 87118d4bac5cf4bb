import { parcelApi, mainApi, sentenceOf, unwrap } from '../../../api/client';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../api/generated/parcel-lookup';
import { undoParcelsFor, useNotice } from '../../../ui/dialogs';
import { useRefresh } from '../selection/api';

export type OwnerGroup = components['schemas']['OwnerGroup'];

type Added = { readonly owner_of: string } | { readonly ll_uuids: string[] };

/** Adds the owner's parcels to the project; can be undone. Of the whole group, what the project discarded is left out. */
export function useAddGroup(projectId: string) {
  const refresh = useRefresh(projectId);
  const notice = useNotice();
  const add = useMutation({
    mutationFn: async (what: Added) => {
      const parcels =
        'owner_of' in what
          ? await unwrap(parcelApi.POST('/parcel_selections', { body: { ...what, project_id: projectId } })).then(({ selection_id }) => ({
              selection_id,
            }))
          : what;
      return unwrap(mainApi.POST('/api/add_markers', { body: { project_id: projectId, ...parcels } }));
    },
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: (batch: string) => unwrap(mainApi.POST('/api/undo_add_markers', { body: { batch_id: batch } })),
    onSuccess: refresh,
  });

  async function addAll(what: Added): Promise<void> {
    try {
      const { batch_id, message } = await add.mutateAsync(what);
      if (batch_id === null) notice.success(message);
      else notice.undo(message, () => undo.mutateAsync(batch_id), undoParcelsFor);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The parcels could not be added. Please try again.'));
    }
  }
  return { addAll, adding: add.isPending };
}
