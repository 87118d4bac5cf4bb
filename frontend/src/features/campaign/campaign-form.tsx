import { Button, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useUndoSending } from '../../api/use-undo-sending';
import { counted } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { HeldMessage } from '../../ui/held-message';
import { QueryFailure } from '../../ui/query-panel';
import { useSentNotice } from '../../ui/sent-notice';
import { useUnsaved } from '../../ui/unsaved';
import { leftOutWords, useCreateCampaign, unknownSentence, usePreview, useTestCampaign, type Audience, type Draft } from './api';
import { MergeFields } from './merge-fields';
import { PeoplePreview } from './people-preview';
import { useUndoneCampaign, type Message } from './use-undone-campaign';

interface Props {
  readonly audience: Audience;
  /** The firm's postal address, as used last. */
  readonly postalAddress: string;
  readonly own: string | null;
  /** Initial text of the message: the signature. */
  readonly opening: string;
}

const typingPause = 400;

type Place = 'subject' | 'body';

/** Subject and text with merge fields, recipients, a test message, and the send button. */
export function CampaignForm({ audience, postalAddress, own, opening }: Props) {
  const [draft, setDraft] = useState<Message>({ subject: '', body: opening, postal: postalAddress });
  const isTyped = draft.subject !== '' || draft.body !== opening;
  useUnsaved(isTyped);
  // A merge field is inserted into the field focused last.
  const [place, setPlace] = useState<Place>('body');
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  useEffect(() => body.current?.setSelectionRange(0, 0), []);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // Idempotency key: pressing twice, or retrying after a lost response, sends one campaign.
  const request = useRef(crypto.randomUUID());
  const [settled] = useDebouncedValue(draft, typingPause);
  const preview = usePreview(audience, settled.subject, settled.body);
  const test = useTestCampaign(audience);
  const create = useCreateCampaign(audience);
  const notice = useNotice();
  const tellSent = useSentNotice(useUndoSending());
  const confirm = useConfirm();
  const undone = useUndoneCampaign(audience, isTyped, (kept) => {
    setDraft(kept.draft);
    setLeft(kept.left);
    setErrors({});
    request.current = crypto.randomUUID();
  });

  const people = preview.data?.recipients ?? [];
  const chosen = people.filter(({ contact_id, email, suppressed }) => email && !suppressed && !left.includes(contact_id));
  const busy = test.isPending || create.isPending;

  /** The answer of the server; nothing if it refused. */
  async function attempt<T>(call: (draft: Draft) => Promise<T>, key?: string): Promise<T | undefined> {
    setErrors({});
    const contact_ids = people.filter(({ contact_id }) => !left.includes(contact_id)).map(({ contact_id }) => contact_id);
    try {
      return await call({ subject: draft.subject, body: draft.body, postal_address: draft.postal, contact_ids, request_key: key });
    } catch (reason) {
      const fields = reason instanceof ApiProblem ? reason.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) notice.alert(sentenceOf(reason, 'The campaign could not be sent. Please try again.'));
      return undefined;
    }
  }

  async function sendTest(): Promise<void> {
    const sent = await attempt(test.mutateAsync);
    if (sent) notice.success(own ? `The test message is being sent to ${own}.` : 'The test message is being sent to you.');
  }

  function insert(text: string): void {
    const field = place === 'subject' ? subject.current : body.current;
    if (!field) return;
    const start = field.selectionStart ?? field.value.length;
    const value = field.value.slice(0, start) + text + field.value.slice(field.selectionEnd ?? start);
    if (field.maxLength > 0 && value.length > field.maxLength) return;
    flushSync(() => setDraft({ ...draft, [place]: value }));
    field.focus();
    field.setSelectionRange(start + text.length, start + text.length);
  }

  async function submit(): Promise<void> {
    const wrong = unknownSentence(preview.data, 'subject') ?? unknownSentence(preview.data, 'body');
    if (wrong) {
      notice.alert(wrong);
      return;
    }
    const count = counted(chosen.length, 'person', 'people');
    const sure = await confirm({ sentence: `Send this campaign to ${count}?`, confirm: 'Send Campaign', destructive: false });
    const sent = sure && (await attempt(create.mutateAsync, request.current));
    if (!sent) return;
    request.current = crypto.randomUUID();
    setDraft({ ...draft, subject: '', body: opening });
    tellSent('The campaign is being sent.', sent.sending, () => undone.keep({ draft, left }));
  }

  function bringBack(): void {
    undone.bringBack(isTyped ? { draft, left } : undefined);
    body.current?.focus();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Stack gap="sm">
        {undone.held && <HeldMessage disabled={busy} onBringBack={bringBack} />}
        <TextInput
          label="Subject"
          required
          maxLength={200}
          value={draft.subject}
          onChange={(event) => setDraft({ ...draft, subject: event.currentTarget.value })}
          error={errors['subject'] ?? unknownSentence(preview.data, 'subject')}
          ref={subject}
          onFocus={() => setPlace('subject')}
        />
        <Textarea
          label="Message"
          required
          autosize
          minRows={8}
          maxRows={20}
          value={draft.body}
          onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
          error={errors['body'] ?? unknownSentence(preview.data, 'body')}
          ref={body}
          onFocus={() => setPlace('body')}
        />
        <MergeFields names={preview.data?.merge_fields ?? []} onInsert={insert} />
        <Textarea
          label="Sender's postal address"
          required
          description="Added below every message, with an unsubscribe link. The law requires both."
          autosize
          minRows={2}
          maxRows={5}
          value={draft.postal}
          onChange={(event) => setDraft({ ...draft, postal: event.currentTarget.value })}
          error={errors['postal_address']}
        />
        <PeoplePreview
          audience={audience}
          people={people}
          loading={preview.isPending}
          known={preview.data !== undefined}
          summary={preview.data && summaryOf(chosen.length, leftOutWords(people, preview.data))}
          left={left}
          onLeave={setLeft}
        />
        <QueryFailure query={preview} sentence="The preview could not be updated." />
        {errors['contact_ids'] && (
          <Text size="sm" c="red" role="alert">
            {errors['contact_ids']}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={chosen.length === 0 || test.isPending}>
            Send Campaign
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={chosen.length === 0 || create.isPending}
            onClick={() => void sendTest()}
          >
            Send Test to Me
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Who is written to, and who is not. */
function summaryOf(count: number, leftOut: string): string {
  const written = `${counted(count, 'person is', 'people are')} written to`;
  return leftOut ? `${written} · ${leftOut}` : written;
}
