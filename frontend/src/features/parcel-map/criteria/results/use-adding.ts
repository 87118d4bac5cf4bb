import { sentenceOf } from '../../../../api/client';
import { undoParcelsFor, useNotice } from '../../../../ui/dialogs';
import { useAddAll, useDiscard, type DiscardReason } from '../../selection/api';
import { useAddParcels, useBestOf } from '../api';

/** Adds and discards results; each can be undone. */
export function useAdding(projectId: string) {
  const { add, undo } = useAddAll(projectId);
  const some = useAddParcels(projectId);
  const best = useBestOf(projectId);
  const discarding = useDiscard(projectId);
  const notice = useNotice();

  /** Resolves with whether they were added. */
  async function adding(work: () => Promise<{ readonly batch_id: string | null; readonly message: string }>): Promise<boolean> {
    try {
      const { batch_id, message } = await work();
      if (batch_id === null) notice.success(message);
      else notice.undo(message, () => undo.mutateAsync(batch_id), undoParcelsFor);
      return true;
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The parcels could not be added. Please try again.'));
      return false;
    }
  }

  return {
    busy: add.isPending || some.isPending || best.isPending || discarding.discard.isPending,
    addBest: (runId: string, top: number) =>
      adding(async () => {
        const { selection_id } = await best.mutateAsync({ runId, top });
        return add.mutateAsync(selection_id);
      }),
    add: (llUuids: readonly string[]) => adding(() => some.mutateAsync([...llUuids])),
    discard: async (llUuids: readonly string[], reason: DiscardReason, note: string): Promise<boolean> => {
      const ll_uuids = [...llUuids];
      try {
        const { discarded } = await discarding.discard.mutateAsync({ ll_uuids, reason, note });
        const sentence = discarded === 1 ? '1 parcel was discarded.' : `${discarded.toLocaleString('en-US')} parcels were discarded.`;
        notice.undo(sentence, () => discarding.undo.mutateAsync(ll_uuids), undoParcelsFor);
        return true;
      } catch (failure) {
        notice.alert(sentenceOf(failure, 'The parcels could not be discarded. Please try again.'));
        return false;
      }
    },
  };
}
