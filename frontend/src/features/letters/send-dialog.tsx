import { Button, Checkbox, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { sendPreviewQuery } from '../../api/queries/letter-register';
import { useUndoSending } from '../../api/use-undo-sending';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { useSentNotice } from '../../ui/sent-notice';
import { useUnsaved } from '../../ui/unsaved';
import { useSend, type LetterSummary } from './api';
import classes from './letters.module.css';
import { noOthers, OtherLetters, withRefused } from './other-letters';
import { RefusedList } from './refused-list';
import { SendPreview } from './send-preview';
import { lettersWord, placeOf, sendWords } from './words';

interface SendDialogProps {
  readonly letters: readonly LetterSummary[];
  /** A message that was undone; without one the usual text is proposed. */
  readonly message: Message | undefined;
  /** The sending was undone; returns whether the list is shown. */
  readonly onUndone: (message: Message) => boolean;
  readonly onClose: () => void;
}

/** What the letters are sent with. */
export interface Message {
  readonly subject: string;
  readonly body: string;
  readonly copy: boolean;
}

const usual = {
  subject: 'Letter of intent {{number}} for {{property}}',
  body: 'Dear {{contact_name}},\n\nPlease find attached our letter of intent for {{property}}.\n\nKind regards',
};
const usualWithLink =
  'Dear {{contact_name}},\n\nPlease find attached our letter of intent for {{property}}. You can read and sign it here:\n\n{{link}}\n\n' +
  'The link is meant for you only.\n\nKind regards';

/** Where the address to sign is written; only the server knows it, when the message leaves. */
const linkField = /\{\{\s*link\s*\}\}/g;
const hasLink = (body: string): boolean => body.search(linkField) >= 0;

/** The message with the link or without; a text that was not changed becomes the usual one. */
function switched(body: string, link: boolean): string {
  if (link) return body === usual.body ? usualWithLink : `${body}\n\n{{link}}`;
  return body === usualWithLink ? usual.body : body.replace(linkField, '').trimEnd();
}

/** Subject and text of the messages that carry the letters. */
export function SendDialog(props: SendDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title={`Send ${lettersWord(props.letters.length)}`} size="lg">
      <SendForm {...props} />
    </FormModal>
  );
}

function SendForm({ letters, message, onUndone, onClose }: SendDialogProps) {
  const [text, setText] = useState({ subject: message?.subject ?? usual.subject, body: message?.body ?? usual.body });
  const [copy, setCopy] = useState(message?.copy ?? false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [request, setRequest] = useState({ body: '', key: '' });
  const [held, setHeld] = useState(noOthers);
  const send = useSend();
  const notice = useNotice();
  const tellSent = useSentNotice(useUndoSending());
  const edit = useUnsaved(text.subject !== usual.subject || (text.body !== usual.body && text.body !== usualWithLink));
  const refused = send.data?.refused ?? [];
  const link = hasLink(text.body);
  const all = letters.map(({ letter_id }) => letter_id);
  // Once they are being sent they are no longer ready.
  const confirmed = held.isConfirmed ? { confirmed: held.letters.map(({ letter_id }) => letter_id) } : {};
  const preview = useQuery({
    ...sendPreviewQuery({ letters: all, link, ...confirmed }),
    enabled: !send.isPending && !send.isSuccess,
  });
  const others = withRefused(held, preview.data?.refused);
  const ready = preview.data?.ready.map(({ letter_id }) => letter_id) ?? all;
  const first = letters.find(({ letter_id }) => ready.includes(letter_id));

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (send.isPending || ready.length === 0) return;
    const mail = { letters: ready, ...text, copy_to_me: copy && !link, ...confirmed };
    // Idempotency key: a retry after a lost response sends nothing twice.
    const body = JSON.stringify(mail);
    const key = request.body === body ? request.key : crypto.randomUUID();
    setRequest({ body, key });
    setErrors({});
    try {
      const answer = await send.mutateAsync({ ...mail, request_key: key });
      edit.saved();
      const to = answer.queued.flatMap((queued) => queued.to);
      if (to.length > 0)
        tellSent(
          `${lettersWord(answer.queued.length)} queued, to ${to.slice(0, 3).join(', ')}${moreWords(to.length)}.`,
          answer.sending,
          () => onUndone({ ...text, copy }),
        );
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
          {link
            ? 'Each letter goes to the one person who probably signs it, with its PDF. {{link}} becomes an address of that person’s own to read and sign it. '
            : 'Each letter goes to the contacts of its property that have an e-mail address, with its PDF. '}
          {'{{number}}'}, {'{{property}}'}, {'{{owner_name}}'} and {'{{contact_name}}'} are replaced in each message.
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
        <Checkbox
          label="Link to sign"
          checked={link}
          onChange={(event) => setText({ ...text, body: switched(text.body, event.currentTarget.checked) })}
        />
        <Checkbox
          label="Send me a copy of each"
          disabled={link}
          checked={copy && !link}
          onChange={(event) => setCopy(event.currentTarget.checked)}
        />
        <OtherLetters others={others} letters={letters} onChange={setHeld} />
        <SendPreview preview={preview} letters={letters} />
        <Group justify="flex-end" className={classes.foot ?? ''}>
          <Button variant="default" onClick={() => void edit.mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" data-autofocus loading={send.isPending} disabled={ready.length === 0}>
            {sendWords(ready.length, preview.data?.refused.length ?? 0)}
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
