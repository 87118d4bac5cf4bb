import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';

interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  /** Whether a day is asked for too. */
  readonly withDay?: boolean;
  readonly maxLength: number;
  readonly onClose: () => void;
  readonly onSave: (text: string, day: string | null) => void;
}

/** Asks for a text, and for a day besides. */
export function TextDialog({ title, label, withDay = false, maxLength, onClose, onSave }: TextDialogProps) {
  const [text, setText] = useState('');
  const [day, setDay] = useState('');

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    onSave(text.trim(), day || null);
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={label}
            maxLength={maxLength}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {withDay && <TextInput type="date" label="On" value={day} onChange={(event) => setDay(event.currentTarget.value)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
