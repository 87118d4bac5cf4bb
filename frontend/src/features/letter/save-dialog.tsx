/** Asks for the PDF's name before saving, and lists what the letter lacks. */
import { Alert, Button, Group, List, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '../../ui/focus-back';
import { tidyFileName } from './file-name';

interface SaveDialogProps {
  proposal: string;
  /** Messages about what the letter lacks. */
  missing: readonly string[];
  busy: boolean;
  onSave: (fileName: string) => void;
  onCancel: () => void;
}

export function SaveDialog({ proposal, missing, busy, onSave, onCancel }: SaveDialogProps) {
  useFocusBack();
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
        {missing.length > 0 && (
          <Alert color="yellow" title="This letter is not complete" mb="md">
            <List size="sm">
              {missing.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          </Alert>
        )}
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
            {missing.length > 0 ? 'Save anyway' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
