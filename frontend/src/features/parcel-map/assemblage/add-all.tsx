import { Button } from '@mantine/core';
import { grouped } from '../../../lib/format';
import { useDiscarded } from '../discards/use-discarded';
import { useAddList } from '../selection/use-add-list';

interface Props {
  readonly ll_uuids: readonly string[];
  readonly projectId: string;
}

/** Adds each parcel to the project by itself, with a deal of its own, but none that it discarded; which can be undone. */
export function AddAll({ ll_uuids, projectId }: Props) {
  const { addAll, adding } = useAddList(projectId);
  const { holding, isPending } = useDiscarded(projectId, ll_uuids);
  const added = ll_uuids.filter((id) => !holding.has(id));
  return (
    <Button
      size="xs"
      variant="default"
      loading={adding}
      disabled={isPending || added.length === 0}
      onClick={() => void addAll({ ll_uuids: added })}
    >
      Add All {grouped(added.length)}
    </Button>
  );
}
