import { Button } from '@mantine/core';
import { IconBuilding, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQuery } from '../../api/queries/people';
import { AskDialog } from '../../ui/ask-dialog';
import { AssignMenu } from '../../ui/assign-menu';
import { useConfirm } from '../../ui/dialogs';
import { useChangeContacts, type ContactsChange, type ContactsTarget } from './use-change-contacts';

interface ContactActionsProps {
  readonly target: ContactsTarget;
  /** Number of contacts, such as '3 contacts'. */
  readonly name: string;
  /** Called when the contacts were removed. */
  readonly onRemoved: () => void;
}

type Question = 'add_tags' | 'remove_tags' | 'set_company';

const questions: Readonly<Record<Question, { readonly title: string; readonly label: string; readonly maxLength: number }>> = {
  add_tags: { title: 'Add a tag', label: 'Tag', maxLength: 40 },
  remove_tags: { title: 'Remove a tag', label: 'Tag', maxLength: 40 },
  set_company: { title: 'Set the company', label: 'Company (empty for none)', maxLength: 200 },
};

/** Actions for the selected contacts: tags, who is responsible, company, removal. */
export function ContactActions({ target, name, onRemoved }: ContactActionsProps) {
  const people = useQuery(peopleQuery);
  const confirm = useConfirm();
  const { change, isPending } = useChangeContacts();
  const [asking, setAsking] = useState<Question>();
  const look = { size: 'compact-sm', variant: 'default', loading: isPending } as const;

  async function save(question: Question, text: string): Promise<void> {
    setAsking(undefined);
    const changes: Readonly<Record<Question, readonly [ContactsChange, string]>> = {
      add_tags: [{ kind: 'add_tags', tags: [text] }, `Tagged ${text}`],
      remove_tags: [{ kind: 'remove_tags', tags: [text] }, `Tag ${text} removed`],
      set_company: [{ kind: 'set_company', company_name: text || null }, text ? `Company ${text}` : 'Company removed'],
    };
    await change(target, ...changes[question]);
  }

  async function remove(): Promise<void> {
    const sentence = `Are you sure you want to delete ${name} from the directory?`;
    const sure = await confirm({ sentence, confirm: 'Delete', cancel: 'Keep' });
    if (sure && (await change(target, { kind: 'remove' }, 'Deleted'))) onRemoved();
  }

  return (
    <>
      <Button {...look} leftSection={<IconTag size={16} aria-hidden />} onClick={() => setAsking('add_tags')}>
        Tag
      </Button>
      <Button {...look} leftSection={<IconTagOff size={16} aria-hidden />} onClick={() => setAsking('remove_tags')}>
        Remove tag
      </Button>
      <AssignMenu
        people={people}
        loading={isPending}
        withNobody
        onAssign={(user_id, done) => void change(target, { kind: 'assign', user_id }, done)}
      />
      <Button {...look} leftSection={<IconBuilding size={16} aria-hidden />} onClick={() => setAsking('set_company')}>
        Company
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={isPending}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void remove()}
      >
        Delete
      </Button>
      {asking && (
        <AskDialog
          title={questions[asking].title}
          text={{ ...questions[asking], required: asking !== 'set_company' }}
          onClose={() => setAsking(undefined)}
          onSave={(text) => void save(asking, text)}
        />
      )}
    </>
  );
}
