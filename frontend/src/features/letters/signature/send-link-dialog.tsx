import { Alert, Button, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { FormModal } from '../../../ui/form-modal';
import { useUnsaved } from '../../../ui/unsaved';
import type { Letter } from '../api';
import { useSendLink, type LetterLink } from './api';
import { mergedSubject } from './words';

interface SendLinkDialogProps {
  readonly letter: Letter;
  readonly link: LetterLink;
  readonly onClose: () => void;
}

const usual = {
  subject: 'Letter of intent {{number}} for {{property}}',
  body:
    'Dear {{contact_name}},\n\nPlease read and sign our letter of intent for {{property}} here:\n\n{{link}}\n\n' +
    'The link is meant for you only.\n\nKind regards',
};

/** Subject and text of the message that carries a link. */
export function SendLinkDialog(props: SendLinkDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title={`Send the link to ${props.link.name}`} size="lg">
      <SendLinkForm {...props} />
    </FormModal>
  );
}

function SendLinkForm({ letter, link, onClose }: SendLinkDialogProps) {
  const [text, setText] = useState(usual);
  const [request, setRequest] = useState({ body: '', key: '' });
  const send = useSendLink(letter.letter_id, link.link_id);
  const notice = useNotice();
  const edit = useUnsaved(text.subject !== usual.subject || text.body !== usual.body);
  const errors = send.error instanceof ApiProblem ? send.error.fields : {};

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (send.isPending) return;
    // Idempotency key: a retry after a lost response sends nothing twice.
    const body = JSON.stringify(text);
    const key = request.body === body ? request.key : crypto.randomUUID();
    setRequest({ body, key });
    const queued = await send.mutateAsync({ ...text, request_key: key }).catch(() => undefined);
    if (!queued) return;
    edit.saved();
    notice.success(`Message to ${queued.to} queued.`);
    onClose();
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          To {link.email}. {'{{link}}'} becomes a new address: one that was copied or sent before stops working when the message leaves.{' '}
          {'{{number}}'}, {'{{property}}'}, {'{{owner_name}}'} and {'{{contact_name}}'} are replaced too.
        </Text>
        {send.isError && !errors['subject'] && !errors['body'] && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {sentenceOf(send.error, 'The message could not be sent. Please try again.')}
          </Alert>
        )}
        <TextInput
          label="Subject"
          required
          value={text.subject}
          error={errors['subject']}
          description={mergedSubject(text.subject, letter, link)}
          onChange={(event) => setText({ ...text, subject: event.currentTarget.value })}
        />
        <Textarea
          label="Message"
          required
          autosize
          minRows={8}
          maxRows={14}
          value={text.body}
          error={errors['body']}
          onChange={(event) => setText({ ...text, body: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void edit.mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" data-autofocus loading={send.isPending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
