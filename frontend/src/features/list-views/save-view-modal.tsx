import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useFocusBack } from '../../ui/focus-back';

interface SaveViewModalProps {
  readonly saving: boolean;
  readonly onClose: () => void;
  readonly onSave: (name: string, isShared: boolean) => void;
}

/** Asks for a new view's name and who has it. */
export function SaveViewModal({ saving, onClose, onSave }: SaveViewModalProps) {
  useFocusBack();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const entered = name.trim();

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (entered) onSave(entered, isShared);
  }

  return (
    <Modal opened onClose={onClose} title="Save view" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" maxLength={80} data-autofocus value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Checkbox label="For everyone in the firm" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!entered} loading={saving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
