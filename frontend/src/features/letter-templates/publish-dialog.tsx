import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useFocusBack } from '../../ui/focus-back';
import { usePublishTemplate, type LetterTemplate } from './api';

interface PublishDialogProps {
  readonly template: LetterTemplate;
  readonly onClose: () => void;
}

/** Makes the saved draft the next version. */
export function PublishDialog({ template, onClose }: PublishDialogProps) {
  useFocusBack();
  const [note, setNote] = useState('');
  const publish = usePublishTemplate(template.template_id);
  const notice = useNotice();
  const number = (template.published ?? 0) + 1;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (publish.isPending) return;
    publish.mutate(
      { version: template.version, note: note.trim() || null },
      {
        onSuccess: () => {
          notice.success(`Version ${number} is published.`);
          onClose();
        },
      },
    );
  }

  return (
    <Modal opened onClose={onClose} title={`Publish Version ${number}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="What changed"
            data-autofocus
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {publish.isError && (
            <Alert color="red" variant="light" role="alert">
              {sentenceOf(publish.error, 'The template could not be published.')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={publish.isPending}>
              Publish
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
