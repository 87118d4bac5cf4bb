import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';

interface AskTextProps {
  readonly title: string;
  readonly label: string;
  readonly maxLength: number;
  /** Whether it may be empty. */
  readonly optional: boolean;
  readonly onClose: () => void;
  readonly onSave: (text: string) => void;
}

/** Asks for a line of text. */
export function AskText({ title, label, maxLength, optional, onClose, onSave }: AskTextProps) {
  const [text, setText] = useState('');
  const entered = text.trim();

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (entered || optional) onSave(entered);
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={label}
            maxLength={maxLength}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!entered && !optional}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
