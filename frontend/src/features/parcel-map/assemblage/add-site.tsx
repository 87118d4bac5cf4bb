import { Button } from '@mantine/core';
import { sentenceOf } from '../../../api/client';
import { undoParcelsFor, useNotice } from '../../../ui/dialogs';
import { useAddParcels } from '../selection/api';
import { useKeepSite, type Assemblage } from './api';

/** Most parcels that are kept as one. */
const most = 50;

interface Props {
  readonly site: Assemblage;
  readonly projectId: string;
}

/** Keeps the parcels as one site and adds it to the project; which can be undone. */
export function AddSite({ site: { ll_uuids, parts }, projectId }: Props) {
  const notice = useNotice();
  const keep = useKeepSite();
  const { add, undo } = useAddParcels(projectId);
  if (ll_uuids.length < 2 || ll_uuids.length > most || parts > 1) return null;

  async function addSite(): Promise<void> {
    try {
      const { site_id, parcel } = await keep.mutateAsync([...ll_uuids]);
      const { batch_id } = await add.mutateAsync([site_id]);
      if (batch_id === null) notice.success('This site is already in the project.');
      else notice.undo(`Site ${parcel.parcelnumb} was added to the project.`, () => undo.mutateAsync(batch_id), undoParcelsFor);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The site could not be added. Please try again.'));
    }
  }

  return (
    <Button size="xs" variant="default" loading={keep.isPending || add.isPending} onClick={() => void addSite()}>
      Add as One Site
    </Button>
  );
}
