import { Button, Checkbox, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { useUnsaved } from '../../ui/unsaved';
import { useSend, type LetterSummary } from './api';
import { RefusedList } from './refused-list';
import { lettersWord, placeOf } from './words';

interface SendDialogProps {
  readonly letters: readonly LetterSummary[];
  readonly onClose: () => void;
}

const usual = {
  subject: 'Letter of intent {{number}} for {{property}}',
  body: 'Dear {{contact_name}},\n\nPlease find attached our letter of intent for {{property}}.\n\nKind regards',
};

/** Subject and text of the messages that carry the letters. */
export function SendDialog(props: SendDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title={`Send ${lettersWord(props.letters.length)}`} size="lg">
      <SendForm {...props} />
    </FormModal>
  );
}

function SendForm({ letters, onClose }: SendDialogProps) {
  const [text, setText] = useState(usual);
  const [copy, setCopy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [request, setRequest] = useState({ body: '', key: '' });
  const send = useSend();
  const notice = useNotice();
  const edit = useUnsaved(text.subject !== usual.subject || text.body !== usual.body);
  const refused = send.data?.refused ?? [];
  const [first] = letters;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (send.isPending) return;
    const message = { letters: letters.map(({ letter_id }) => letter_id), ...text, copy_to_me: copy };
    // Idempotency key: a retry after a lost response sends nothing twice.
    const body = JSON.stringify(message);
    const key = request.body === body ? request.key : crypto.randomUUID();
    setRequest({ body, key });
    setErrors({});
    try {
      const answer = await send.mutateAsync({ ...message, request_key: key });
      edit.saved();
      const to = answer.queued.flatMap((queued) => queued.to);
      if (to.length > 0)
        notice.success(`${lettersWord(answer.queued.length)} queued, to ${to.slice(0, 3).join(', ')}${moreWords(to.length)}.`);
      if (answer.refused.length === 0) onClose();
    } catch (reason) {
      setErrors(reason instanceof ApiProblem ? reason.fields : {});
      notice.alert(sentenceOf(reason, 'The letters could not be sent. Please try again.'));
    }
  }

  if (refused.length > 0) {
    return (
      <Stack>
        <RefusedList refused={refused} letters={letters} what="not sent" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          Each letter goes to the contacts of its property that have an e-mail address, with its PDF. {'{{number}}'}, {'{{property}}'},{' '}
          {'{{owner_name}}'} and {'{{contact_name}}'} are replaced in each message.
        </Text>
        <TextInput
          label="Subject"
          required
          value={text.subject}
          error={errors['subject']}
          description={first && `First message: ${merged(text.subject, first)}`}
          onChange={(event) => setText({ ...text, subject: event.currentTarget.value })}
        />
        <Textarea
          label="Message"
          required
          autosize
          minRows={6}
          maxRows={14}
          value={text.body}
          error={errors['body']}
          onChange={(event) => setText({ ...text, body: event.currentTarget.value })}
        />
        <Checkbox label="Send me a copy of each" checked={copy} onChange={(event) => setCopy(event.currentTarget.checked)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void edit.mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" data-autofocus loading={send.isPending}>
            Send {lettersWord(letters.length)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const moreWords = (count: number): string => (count > 3 ? ` and ${count - 3} more` : '');

/** The subject with what is known here; the contact's name is known to the server only. */
function merged(subject: string, letter: LetterSummary): string {
  return subject
    .replaceAll('{{number}}', letter.number)
    .replaceAll('{{property}}', placeOf(letter))
    .replaceAll('{{owner_name}}', letter.owner_name ?? '');
}
