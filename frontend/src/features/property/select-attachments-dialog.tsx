import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { dateTime, fileSize } from '../../lib/format';
import { useFocusBack } from '../../ui/focus-back';
import { versionOf, type AttachmentItem } from './api';

interface Props {
  readonly items: readonly AttachmentItem[];
  readonly onSend: (files: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Selects the files of a message, which is written in the e-mail view. */
export function SelectAttachmentsDialog({ items, onSend, onCancel }: Props) {
  useFocusBack();
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <Modal opened onClose={onCancel} title="Select Attachments" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Attachments">
        <Stack gap="sm">
          {items.map((item, place) => (
            <Checkbox
              key={item.path}
              data-autofocus={place === 0 || undefined}
              value={item.path}
              label={`${item.name} (${[versionOf(item, items), fileSize(item.size)].filter(Boolean).join(', ')})`}
              description={dateTime(item.uploaded_at)}
              style={{ overflowWrap: 'anywhere' }}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onSend(chosen)}>
          Send Email
        </Button>
      </Group>
    </Modal>
  );
}
