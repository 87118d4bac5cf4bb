/** Asks for the PDF's name before the letter is saved. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tidyFileName } from './file-name';

interface SaveDialogProps {
  proposal: string;
  busy: boolean;
  onSave: (fileName: string) => void;
  onCancel: () => void;
}

export function SaveDialog({ proposal, busy, onSave, onCancel }: SaveDialogProps) {
  const [typed, setTyped] = useState(proposal);
  const fileName = tidyFileName(typed);
  return (
    <Modal
      opened
      onClose={onCancel}
      title="Enter File Name"
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (fileName && !busy) onSave(fileName);
        }}
      >
        <TextInput
          label="File name"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={fileName ? undefined : 'Enter a name for the PDF.'}
          maxLength={200}
          disabled={busy}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!fileName}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
