import { Button } from '@mantine/core';
import { sentenceOf } from '../../../api/client';
import { grouped } from '../../../lib/format';
import { undoParcelsFor, useNotice } from '../../../ui/dialogs';
import { useAddParcels } from '../selection/api';

interface Props {
  readonly ll_uuids: readonly string[];
  readonly projectId: string;
}

/** Adds each parcel to the project by itself, with a deal of its own; which can be undone. */
export function AddAll({ ll_uuids, projectId }: Props) {
  const notice = useNotice();
  const { add, undo } = useAddParcels(projectId);

  async function addAll(): Promise<void> {
    try {
      const { batch_id, message } = await add.mutateAsync([...ll_uuids]);
      if (batch_id === null) notice.success(message);
      else notice.undo(message, () => undo.mutateAsync(batch_id), undoParcelsFor);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The parcels could not be added. Please try again.'));
    }
  }

  return (
    <Button size="xs" variant="default" loading={add.isPending} onClick={() => void addAll()}>
      Add All {grouped(ll_uuids.length)}
    </Button>
  );
}
