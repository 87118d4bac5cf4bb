import { Group, Text } from '@mantine/core';
import { changeWords } from './change-words';
import { DiscardButtons } from './discard-buttons';
import { discardWords } from './discard-words';
import type { Discard } from './use-discarded';

interface Props {
  readonly projectId: string;
  readonly llUuid: string;
  /** Undefined while it is not loaded. */
  readonly discard: Discard | undefined;
}

/** In a list, who discarded a parcel of it and why, what has changed since, and what to do with it. */
export function DiscardedParcel({ projectId, llUuid, discard }: Props) {
  const change = discard?.changed ?? undefined;
  return (
    <>
      <Text size="xs">{discard ? discardWords(discard) : 'Discarded'}</Text>
      {change && (
        <Text size="xs" fw={600}>
          {changeWords(change)}.
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <DiscardButtons projectId={projectId} llUuid={llUuid} due={change && discard} />
      </Group>
    </>
  );
}
