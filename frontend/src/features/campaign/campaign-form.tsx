import { Button, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { useCreateCampaign, usePreview, useTestCampaign, type Audience, type Draft } from './api';
import { PeoplePreview } from './people-preview';

interface Props {
  readonly audience: Audience;
  /** The firm's, as it was given last. */
  readonly postalAddress: string;
  readonly own: string | null;
}

const typingPause = 400;

/** Subject and text with merge fields, who gets them, a test, and the send button. */
export function CampaignForm({ audience, postalAddress, own }: Props) {
  const [draft, setDraft] = useState({ subject: '', body: '', postal: postalAddress });
  const [left, setLeft] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // One name for one campaign: pressing twice, or again after a lost answer, sends it once.
  const request = useRef(crypto.randomUUID());
  const [settled] = useDebouncedValue(draft, typingPause);
  const preview = usePreview(audience, settled.subject, settled.body);
  const test = useTestCampaign(audience);
  const create = useCreateCampaign(audience);
  const notice = useNotice();
  const confirm = useConfirm();

  const people = preview.data?.recipients ?? [];
  const chosen = people.filter(({ contact_id, email, suppressed }) => email && !suppressed && !left.includes(contact_id));
  const busy = test.isPending || create.isPending;

  async function attempt(call: (draft: Draft) => Promise<unknown>, key: string | undefined, done: string): Promise<boolean> {
    setErrors({});
    const contact_ids = people.filter(({ contact_id }) => !left.includes(contact_id)).map(({ contact_id }) => contact_id);
    try {
      await call({ subject: draft.subject, body: draft.body, postal_address: draft.postal, contact_ids, request_key: key });
      notice.success(done);
      return true;
    } catch (reason) {
      const fields = reason instanceof ApiProblem ? reason.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) notice.alert(sentenceOf(reason, 'The campaign could not be sent. Please try again.'));
      return false;
    }
  }

  async function submit(): Promise<void> {
    const count = chosen.length === 1 ? '1 person' : `${chosen.length} people`;
    const sure = await confirm({
      sentence: `Send this campaign to ${count}? It cannot be called back.`,
      confirm: 'Send Campaign',
      destructive: false,
    });
    if (!sure || !(await attempt(create.mutateAsync, request.current, 'The campaign is on its way.'))) return;
    request.current = crypto.randomUUID();
    setDraft({ ...draft, subject: '', body: '' });
  }

  const wrongField = preview.error instanceof ApiProblem ? preview.error.fields : {};
  const fields = (preview.data?.merge_fields ?? []).map((name) => `{{${name}}}`).join('  ');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Subject"
          required
          maxLength={200}
          value={draft.subject}
          onChange={(event) => setDraft({ ...draft, subject: event.currentTarget.value })}
          error={errors['subject'] ?? wrongField['subject']}
        />
        <Textarea
          label="Message"
          required
          description={`Merge fields: ${fields}`}
          autosize
          minRows={8}
          maxRows={20}
          value={draft.body}
          onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
          error={errors['body'] ?? wrongField['body']}
        />
        <Textarea
          label="Sender's postal address"
          required
          description="Stands under every message, with a link to unsubscribe. The law asks for both."
          autosize
          minRows={2}
          maxRows={5}
          value={draft.postal}
          onChange={(event) => setDraft({ ...draft, postal: event.currentTarget.value })}
          error={errors['postal_address']}
        />
        <PeoplePreview people={people} loading={preview.isPending} left={left} onLeave={setLeft} />
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
            onClick={() =>
              void attempt(test.mutateAsync, undefined, own ? `A test is on its way to ${own}.` : 'A test is on its way to you.')
            }
          >
            Send Test to Me
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
