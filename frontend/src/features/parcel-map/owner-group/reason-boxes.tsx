import { Checkbox, Stack } from '@mantine/core';
import { grouped } from '../../../lib/format';
import { capitalized, type Member } from './members';

interface Props {
  /** Without those that cannot be chosen. */
  readonly members: readonly Member[];
  readonly isChosen: (llUuid: string) => boolean;
  readonly onChoose: (llUuids: readonly string[], take: boolean) => void;
}

/** A box for all parcels of the same reason, where there are several: where a county publishes no addresses, an owner's other parcels are here. */
export function ReasonBoxes({ members, isChosen, onChoose }: Props) {
  const reasons = [...new Set(members.map(({ reason }) => reason))];
  const ofReason = reasons.map((reason) => ({ reason, ids: members.filter((one) => one.reason === reason).map(({ ll_uuid }) => ll_uuid) }));
  const several = ofReason.filter(({ ids }) => ids.length > 1);
  if (several.length === 0) return null;
  return (
    <Stack gap={6} role="group" aria-label="All of a reason">
      {several.map(({ reason, ids }) => {
        const chosen = ids.filter(isChosen).length;
        return (
          <Checkbox
            key={reason}
            size="xs"
            label={`All ${grouped(ids.length)}: ${capitalized(reason)}`}
            checked={chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            onChange={() => onChoose(ids, chosen < ids.length)}
          />
        );
      })}
    </Stack>
  );
}
