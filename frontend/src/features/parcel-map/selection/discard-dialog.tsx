import { Button, Chip, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { grouped } from '../../../lib/format';
import { useFocusBack } from '../../../ui/focus-back';
import type { DiscardReason } from './api';
import { reasons } from './discard-reasons';

interface Props {
  readonly count: number;
  /** Resolves with whether the parcels were discarded. */
  readonly onDiscard: (reason: DiscardReason, note: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Why parcels do not suit the project. */
export function DiscardDialog({ count, onDiscard, onClose }: Props) {
  const [reason, setReason] = useState<DiscardReason>();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  useFocusBack();
  const complete = reason !== undefined && (reason !== 'other' || note.trim() !== '');

  async function discard(): Promise<void> {
    if (!complete) return;
    setBusy(true);
    const done = await onDiscard(reason, note);
    setBusy(false);
    if (done) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={count === 1 ? 'Discard Parcel' : `Discard ${grouped(count)} Parcels`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void discard();
        }}
      >
        <Stack>
          <Chip.Group value={reason ?? null} onChange={setReason}>
            <Group gap="xs" role="radiogroup" aria-label="Reason">
              {Object.entries(reasons).map(([value, label], place) => (
                <Chip key={value} value={value} data-autofocus={place === 0 || undefined}>
                  {label}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Textarea
            label="Note"
            required={reason === 'other'}
            maxLength={1000}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            Selections of this project leave discarded parcels out until the fact behind the reason changes.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={!complete}>
              Discard
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
