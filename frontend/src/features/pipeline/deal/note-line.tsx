import { Button, Group, Text } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { dateTime } from '../../../lib/format';
import { partsOf } from '../../../lib/mentions';
import { currentRole, currentUserId } from '../../../lib/session';
import { useConfirm, useNotice } from '../../../ui/dialogs';
import { useUnsaved } from '../../../ui/unsaved';
import { useAskedFor } from '../../../ui/use-asked-for';
import { useDeleteNote, useEditNote, type DealNote } from './api';
import classes from './deal.module.css';
import { MentionField } from './mention-field';

interface NoteLineProps {
  readonly note: DealNote;
  /** Whether a link asks for it. */
  readonly isAsked: boolean;
}

/** A note; its author and admins can change it. */
export function NoteLine({ note, isAsked }: NoteLineProps) {
  const line = useAskedFor<HTMLLIElement>(isAsked);
  const [draft, setDraft] = useState<string>();
  const edit = useEditNote(note);
  const remove = useDeleteNote(note);
  const confirm = useConfirm();
  const notice = useNotice();
  const button = useRef<HTMLButtonElement>(null);
  const mayChange = note.created_by === currentUserId() || currentRole() === 'admin';
  useUnsaved(draft !== undefined && draft.trim() !== note.text);

  function close(): void {
    setDraft(undefined);
    // The button is rendered again.
    setTimeout(() => button.current?.focus());
  }

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const text = draft?.trim();
    if (!text || edit.isPending) return;
    try {
      if (text !== note.text) await edit.mutateAsync(text);
      close();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The note could not be saved. Please try again.'));
    }
  }

  function cancel(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  async function take(): Promise<void> {
    const sure = await confirm({ sentence: 'Delete this note?', confirm: 'Delete', cancel: 'Keep', destructive: true });
    if (!sure) return;
    try {
      await remove.mutateAsync();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The note could not be deleted. Please try again.'));
    }
  }

  const about = `${note.created_by_name}, ${dateTime(note.created_at)}`;
  if (draft !== undefined) {
    return (
      <li className={classes.item}>
        <form onSubmit={(event) => void save(event)} onKeyDown={cancel} noValidate>
          <MentionField aria-label="Text of the note" autoFocus maxRows={12} value={draft} onChange={setDraft} />
          <Group gap="xs" justify="flex-end" mt="xs">
            <Button size="xs" variant="default" onClick={close}>
              Cancel
            </Button>
            <Button size="xs" type="submit" loading={edit.isPending} disabled={!draft.trim()}>
              Save
            </Button>
          </Group>
        </form>
      </li>
    );
  }
  return (
    <li ref={line} tabIndex={-1} className={classes.item}>
      <Text size="sm" className={classes.text ?? ''}>
        <NoteText note={note} />
      </Text>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {about}
          {note.edited_at && ` · edited ${dateTime(note.edited_at)}`}
        </Text>
        {mayChange && (
          <Group gap={0}>
            <Button
              ref={button}
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Edit the note of ${about}`}
              onClick={() => setDraft(note.text)}
            >
              Edit
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Delete the note of ${about}`}
              loading={remove.isPending}
              onClick={() => void take()}
            >
              Delete
            </Button>
          </Group>
        )}
      </Group>
    </li>
  );
}

/** The text, with the people whom it mentions emphasised. */
function NoteText({ note }: { readonly note: DealNote }) {
  const names = note.mentions.map(({ name }) => name);
  return partsOf(note.text, names).map(({ text, isMention }, index) =>
    isMention ? (
      // The parts of a text have no other identity than their place.
      <strong key={index}>{text}</strong>
    ) : (
      text
    ),
  );
}
