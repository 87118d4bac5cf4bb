import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { showFaults } from '../../ui/show-faults';
import { useUnsaved } from '../../ui/unsaved';

interface Props {
  readonly saving: boolean;
  readonly onExclude: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a sale does not count. */
export function ExcludeForm({ saving, onExclude, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { mayLeave } = useUnsaved(reason !== '');

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (saving) return;
    if (reason.trim()) onExclude(reason.trim());
    else showFaults(event.currentTarget, () => setTried(true));
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
          error={tried && !reason.trim() && 'Enter the reason.'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onCancel())}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Exclude
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
