import { Button, Checkbox, Group, Stack, TagsInput, Text, TextInput, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { fileSize } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { useFiles, useSendEmail, type About } from './api';
import { LetterWarnings, useLetterWarnings } from './letter-warnings';

interface Props {
  readonly about: About;
  /** Whom the message is for at first. */
  readonly to: readonly string[];
  /** Addresses to choose from. */
  readonly known: readonly string[];
  readonly subject: string;
  /** Paths of the files that are chosen at first. */
  readonly chosen: readonly string[];
  /** The person's own address. */
  readonly own: string | null;
  /** Whether messages are only written to files. */
  readonly written: boolean;
}

/** Writes one message about a property. */
export function ComposeForm({ about, to, known, subject, chosen, own, written }: Props) {
  const [draft, setDraft] = useState({ to: [...to], subject, body: '', copy: true, files: [...chosen] });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // One name for one message: pressing twice, or again after a lost answer, sends it once.
  const request = useRef(crypto.randomUUID());
  const files = useFiles(about);
  const send = useSendEmail(about);
  const notice = useNotice();
  const confirm = useConfirm();
  const warnings = useLetterWarnings(about, draft.files);

  async function submit(): Promise<void> {
    setErrors({});
    if (warnings.length > 0 && !(await confirm({ sentence: warnings.join(' '), confirm: 'Send anyway', cancel: 'Do not send' }))) return;
    try {
      await send.mutateAsync({
        to: draft.to,
        cc: [],
        copy_to_me: draft.copy,
        subject: draft.subject,
        body: draft.body,
        attachments: draft.files,
        request_key: request.current,
      });
      request.current = crypto.randomUUID();
      setDraft({ ...draft, body: '', files: [] });
      notice.success(written ? 'The message is queued; it will be written to a file.' : 'The message is queued.');
    } catch (reason) {
      const fields = reason instanceof ApiProblem ? reason.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) notice.alert(sentenceOf(reason, 'The message could not be sent. Please try again.'));
    }
  }

  const wrongAddress = Object.entries(errors).find(([field]) => field.startsWith('to'))?.[1];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) void submit();
      }}
    >
      <Stack gap="sm">
        <TagsInput
          label="To"
          description="Press Enter after each address"
          data={[...known]}
          value={draft.to}
          onChange={(value) => setDraft({ ...draft, to: value })}
          acceptValueOnBlur
          error={wrongAddress}
        />
        {own && (
          <Checkbox
            label={`Copy to ${own}`}
            checked={draft.copy}
            onChange={(event) => setDraft({ ...draft, copy: event.currentTarget.checked })}
          />
        )}
        <TextInput
          label="Subject"
          value={draft.subject}
          maxLength={200}
          onChange={(event) => setDraft({ ...draft, subject: event.currentTarget.value })}
          error={errors['subject']}
        />
        <Textarea
          label="Message"
          autosize
          minRows={8}
          maxRows={20}
          value={draft.body}
          onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
          error={errors['body']}
        />
        <Checkbox.Group
          label="Attachments"
          value={draft.files}
          onChange={(value) => setDraft({ ...draft, files: value })}
          error={errors['attachments']}
        >
          <Stack gap="xs" mt={4}>
            {files.data?.map((file) => (
              <Checkbox
                key={file.path}
                value={file.path}
                label={`${file.name} (${fileSize(file.size)})`}
                style={{ overflowWrap: 'anywhere' }}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {files.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            No attachments available.
          </Text>
        )}
        {files.isError && (
          <Text size="sm" role="alert">
            The attachments could not be loaded.
          </Text>
        )}
        <LetterWarnings warnings={warnings} />
        <Group>
          <Button type="submit" loading={send.isPending}>
            Send Email
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
