import { Button, Checkbox, Stack, TagsInput, TextInput, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { parametersOf, type PropertyRef } from '../../api/queries/properties';
import { useUndoSending } from '../../api/use-undo-sending';
import { useUndone } from '../../api/use-undone';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { HeldMessage } from '../../ui/held-message';
import { useSentNotice } from '../../ui/sent-notice';
import { useUnsaved } from '../../ui/unsaved';
import { useSendEmail, type PropertyFile } from './api';
import { AttachmentChoice } from './attachment-choice';
import classes from './email.module.css';
import { LetterWarnings, useLetterWarnings } from './letter-warnings';
import { isBlank, type Opening } from './opening';

interface Props {
  readonly about: PropertyRef;
  readonly opening: Opening;
  /** Addresses to choose from. */
  readonly known: readonly string[];
  /** The property's files; undefined if they could not be loaded. */
  readonly files: readonly PropertyFile[] | undefined;
  /** The user's own address. */
  readonly own: string | null;
  /** Whether messages are only written to files. */
  readonly written: boolean;
}

interface Draft extends Opening {
  readonly copy: boolean;
}

/** A message that was not sent. */
interface Kept {
  readonly draft: Draft;
  /** What the page proposed: a page for another address does not take the message by itself. */
  readonly proposed: string;
}

/** Writes one message about a property. */
export function ComposeForm({ about, opening, known, files, own, written }: Props) {
  const [draft, setDraft] = useState<Draft>({ ...opening, copy: true });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // Idempotency key: pressing twice, or retrying after a lost response, sends one message.
  const [request, setRequest] = useState(() => crypto.randomUUID());
  const body = useRef<HTMLTextAreaElement>(null);
  const send = useSendEmail(about);
  const notice = useNotice();
  const tellSent = useSentNotice(useUndoSending());
  const confirm = useConfirm();
  const warnings = useLetterWarnings(about, draft.files);
  const isTyped = draft.body !== opening.body || draft.subject !== opening.subject;
  useUnsaved(isTyped);
  const proposed = JSON.stringify(opening);
  const undone = useUndone<Kept>(
    ['email', parametersOf(about)],
    (kept) => !isTyped && kept.proposed === proposed,
    (kept) => {
      setDraft(kept.draft);
      setErrors({});
      setRequest(crypto.randomUUID());
    },
  );
  // The cursor starts above the signature.
  useEffect(() => body.current?.setSelectionRange(0, 0), [request]);

  async function submit(): Promise<void> {
    setErrors({});
    if (isBlank(draft.body, opening.body)) {
      setErrors({ body: 'Please write a message.' });
      body.current?.focus();
      return;
    }
    if (warnings.length > 0 && !(await confirm({ sentence: warnings.join(' '), confirm: 'Send anyway', cancel: 'Do not send' }))) return;
    try {
      const { sending } = await send.mutateAsync({
        to: [...draft.to],
        cc: [],
        copy_to_me: draft.copy,
        subject: draft.subject,
        body: draft.body.trimEnd(),
        attachments: [...draft.files],
        request_key: request,
      });
      setRequest(crypto.randomUUID());
      setDraft({ ...draft, subject: opening.subject, body: opening.body, files: [] });
      tellSent(written ? 'The message is queued; it will be written to a file.' : 'The message is queued.', sending, () =>
        undone.keep({ draft, proposed }),
      );
    } catch (reason) {
      const fields = reason instanceof ApiProblem ? reason.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) notice.alert(sentenceOf(reason, 'The message could not be sent. Please try again.'));
    }
  }

  function bringBack(): void {
    undone.bringBack(isTyped ? { draft, proposed } : undefined);
    body.current?.focus();
  }

  const wrongAddress = Object.entries(errors).find(([field]) => field.startsWith('to'))?.[1];
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) void submit();
      }}
    >
      <Stack gap="sm">
        {undone.held && <HeldMessage disabled={send.isPending} onBringBack={bringBack} />}
        <TagsInput
          label="To"
          description="Press Enter after each address"
          data={[...known]}
          value={[...draft.to]}
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
          ref={body}
          label="Message"
          autosize
          minRows={8}
          maxRows={20}
          value={draft.body}
          onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
          error={errors['body']}
        />
        <AttachmentChoice
          files={files}
          chosen={draft.files}
          first={opening.files}
          onChange={(value) => setDraft({ ...draft, files: value })}
          error={errors['attachments']}
        />
        <LetterWarnings warnings={warnings} />
      </Stack>
      <div className={classes.send}>
        <Button type="submit" loading={send.isPending}>
          Send Email
        </Button>
      </div>
    </form>
  );
}
