import { sentenceOf } from '../../../api/client';
import { undoParcelsFor, useNotice } from '../../../ui/dialogs';
import { shortForm, useAddMarker, useRemoveMarker, type ParcelWithUnits } from '../api';
import { useDiscard, type DiscardReason } from '../selection/api';

/** Adds and discards the inspected parcel; each can be undone. */
export function useReview(projectId: string) {
  const add = useAddMarker(projectId);
  const remove = useRemoveMarker(projectId);
  const discarding = useDiscard(projectId);
  const notice = useNotice();

  return {
    busy: add.isPending || discarding.discard.isPending,
    adding: add.isPending,
    add: async (record: ParcelWithUnits): Promise<void> => {
      const { lon, lat, parcelnumb } = record;
      try {
        const { marker, alreadyAdded } = await add.mutateAsync({ parcel: shortForm(record), spot: { lon, lat } });
        if (alreadyAdded) notice.success('This parcel is already in the project.');
        else notice.undo(`Parcel ${parcelnumb} was added to the project.`, () => remove.mutateAsync(marker.id), undoParcelsFor);
      } catch (reason) {
        notice.alert(sentenceOf(reason, 'The parcel could not be added. Please try again.'));
      }
    },
    /** Resolves with whether it was discarded. */
    discard: async ({ ll_uuid, parcelnumb }: ParcelWithUnits, reason: DiscardReason, note: string): Promise<boolean> => {
      try {
        await discarding.discard.mutateAsync({ ll_uuids: [ll_uuid], reason, note });
        notice.undo(`Parcel ${parcelnumb} was discarded.`, () => discarding.undo.mutateAsync([ll_uuid]), undoParcelsFor);
        return true;
      } catch (failure) {
        notice.alert(sentenceOf(failure, 'The parcel could not be discarded. Please try again.'));
        return false;
      }
    },
  };
}

export type Review = ReturnType<typeof useReview>;
