import { sentenceOf } from '../../../api/client';
import { undoParcelsFor, useNotice } from '../../../ui/dialogs';
import { useAddListed, type Listed } from './api';

/** Adds the parcels of a list to the project, and says so; can be undone. */
export function useAddList(projectId: string) {
  const { add, undo } = useAddListed(projectId);
  const notice = useNotice();

  async function addAll(listed: Listed): Promise<void> {
    try {
      const { batch_id, message } = await add.mutateAsync(listed);
      if (batch_id === null) notice.success(message);
      else notice.undo(message, () => undo.mutateAsync(batch_id), undoParcelsFor);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The parcels could not be added. Please try again.'));
    }
  }
  return { addAll, adding: add.isPending };
}
