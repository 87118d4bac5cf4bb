import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { dealNotesQuery } from '../../../api/queries/deals';
import { useNotice } from '../../../ui/dialogs';
import { QueryPanel } from '../../../ui/query-panel';
import { useUnsaved } from '../../../ui/unsaved';
import { useAskedId } from '../../../ui/use-asked-for';
import { useAddNote, type DealKey } from './api';
import classes from './deal.module.css';
import { MentionField } from './mention-field';
import { NoteLine } from './note-line';
import { Section } from './section';

const fewest = 5;

/** Notes about a deal, newest first. */
export function DealNotes({ dealKey }: { readonly dealKey: DealKey }) {
  const notes = useQuery(dealNotesQuery(dealKey.project_id, dealKey.property_id));
  const [all, setAll] = useState(false);
  const askedId = useAskedId('note_id');
  // A note that is asked for is shown wherever it is in the list.
  const [shownFor, setShownFor] = useState<string | null>(null);
  if (askedId !== shownFor && notes.data?.slice(fewest).some(({ note_id }) => note_id === askedId)) {
    setShownFor(askedId);
    setAll(true);
  }
  return (
    <Section title="Notes">
      <NoteForm dealKey={dealKey} />
      <QueryPanel query={notes} failure={sentenceOf(notes.error, 'The notes could not be loaded.')}>
        {(list) => (
          <>
            <ul className={classes.list} aria-label="Notes">
              {(all ? list : list.slice(0, fewest)).map((note) => (
                <NoteLine key={note.note_id} note={note} isAsked={note.note_id === askedId} />
              ))}
            </ul>
            {list.length === 0 && (
              <Text size="sm" c="dimmed">
                No notes yet.
              </Text>
            )}
            {list.length > fewest && (
              <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : `Show all ${list.length.toLocaleString('en-US')}`}
              </Button>
            )}
          </>
        )}
      </QueryPanel>
    </Section>
  );
}

function NoteForm({ dealKey }: { readonly dealKey: DealKey }) {
  const [text, setText] = useState('');
  const add = useAddNote(dealKey);
  const notice = useNotice();
  const form = useRef<HTMLFormElement>(null);
  const wanted = text.trim();
  useUnsaved(wanted !== '');

  /** The buttons are gone then. */
  function clear(): void {
    setText('');
    form.current?.querySelector('textarea')?.focus();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!wanted || add.isPending) return;
    try {
      await add.mutateAsync(wanted);
      clear();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The note could not be added. Please try again.'));
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <MentionField label="New note" minRows={1} maxRows={8} value={text} onChange={setText} />
      {wanted && (
        <Group gap="xs" justify="flex-end" mt="xs">
          <Button size="xs" variant="default" onClick={clear}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={add.isPending}>
            Add note
          </Button>
        </Group>
      )}
    </form>
  );
}
