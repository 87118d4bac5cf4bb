import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { ApiProblem, sentenceOf } from '../../api/client';
import { paths } from '../../lib/paths';
import { useNotice } from '../../ui/dialogs';
import { useFocusBack } from '../../ui/focus-back';
import { useCreateTemplate, type TemplateSummary } from './api';

interface NewTemplateDialogProps {
  readonly templates: readonly TemplateSummary[];
  /** The template whose text is copied. */
  readonly from: TemplateSummary;
  readonly onClose: () => void;
}

/** Makes a template from another one, and opens it. */
export function NewTemplateDialog({ templates, from, onClose }: NewTemplateDialogProps) {
  useFocusBack();
  const [name, setName] = useState('');
  const [source, setSource] = useState(from.template_id);
  const create = useCreateTemplate();
  const navigate = useNavigate();
  const notice = useNotice();
  const fault = create.error instanceof ApiProblem ? create.error.fields['name'] : undefined;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (create.isPending) return;
    create.mutate(
      { name, copy_of: source },
      {
        onSuccess: ({ template_id }) => void navigate(paths.letterTemplate(template_id)),
        onError: (reason) => {
          if (!(reason instanceof ApiProblem && reason.fields['name'])) notice.alert(sentenceOf(reason, 'The template could not be made.'));
        },
      },
    );
  }

  return (
    <Modal opened onClose={onClose} title="New Template">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={120}
            value={name}
            {...(fault !== undefined && { error: fault })}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Begin with the text of"
            allowDeselect={false}
            data={templates.map(({ template_id, name: label }) => ({ value: template_id, label }))}
            value={source}
            onChange={(value) => value !== null && setSource(value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              Make template
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
