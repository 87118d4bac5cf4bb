import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useUnsaved } from '../../ui/unsaved';

interface Props {
  readonly saving: boolean;
  readonly onExclude: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a sale does not count. */
export function ExcludeForm({ saving, onExclude, onCancel }: Props) {
  const [reason, setReason] = useState('');
  useUnsaved(reason !== '');

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (reason.trim() && !saving) onExclude(reason.trim());
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Reason"
          required
          data-autofocus
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!reason.trim()} loading={saving}>
            Exclude
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
