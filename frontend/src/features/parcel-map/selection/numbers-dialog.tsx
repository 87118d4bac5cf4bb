import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormModal } from '../../../ui/form-modal';
import { useUnsaved } from '../../../ui/unsaved';
import { linesOf } from './shape';

interface Props {
  readonly onSelect: (lines: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Parcel numbers or addresses, pasted from a spreadsheet or a mail. */
export function NumbersDialog({ onSelect, onClose }: Props) {
  return (
    <FormModal opened onClose={onClose} title="Select by Number or Address" closeButtonProps={{ 'aria-label': 'Close' }}>
      <NumbersForm onSelect={onSelect} onClose={onClose} />
    </FormModal>
  );
}

function NumbersForm({ onSelect, onClose }: Props) {
  const [text, setText] = useState('');
  const lines = linesOf(text);
  const { mayLeave } = useUnsaved(lines.length > 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (lines.length > 0) onSelect(lines);
      }}
    >
      <Stack>
        <Textarea
          label="Parcel numbers or street addresses"
          description="One on each line"
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              void mayLeave().then((leave) => {
                if (leave) onClose();
              });
            }}
          >
            Cancel
          </Button>
          <Button type="submit" disabled={lines.length === 0}>
            {lines.length > 1 ? `Find ${lines.length.toLocaleString('en-US')} Parcels` : 'Find Parcels'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
