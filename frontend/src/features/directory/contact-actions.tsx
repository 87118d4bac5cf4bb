import { Button } from '@mantine/core';
import { IconBuilding, IconFileText, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contactFiltersQuery } from '../../api/queries/contacts';
import { peopleQuery } from '../../api/queries/people';
import { AskDialog } from '../../ui/ask-dialog';
import { AssignMenu } from '../../ui/assign-menu';
import { DeleteButton } from '../../ui/delete-button';
import { InMore } from '../../ui/more-actions';
import { TagButtons } from '../../ui/tag-buttons';
import { useChangeContacts, type ContactsTarget } from './use-change-contacts';
import { useLettersForContacts } from './use-letters-for-contacts';
import { useMailContacts } from './use-mail-contacts';

interface ContactActionsProps {
  readonly target: ContactsTarget;
  /** Number of contacts, such as '3 contacts'. */
  readonly name: string;
  /** Why they are too many for a change. */
  readonly tooMany: string | undefined;
  /** Called when the contacts were removed. */
  readonly onRemoved: () => void;
}

/** Actions for the selected contacts: mail, letters, tags, who is responsible, company, removal. */
export function ContactActions({ target, name, tooMany, onRemoved }: ContactActionsProps) {
  const people = useQuery(peopleQuery);
  const { change, isPending } = useChangeContacts();
  const filters = useQuery(contactFiltersQuery);
  const letters = useLettersForContacts();
  const mail = useMailContacts();
  const [asking, setAsking] = useState(false);
  const limit = { disabled: tooMany !== undefined, title: tooMany } as const;
  const look = { size: 'compact-sm', variant: 'default' } as const;

  async function setCompany(name: string): Promise<void> {
    setAsking(false);
    await change(target, { kind: 'set_company', company_name: name || null }, name ? `Company ${name}` : 'Company removed');
  }

  async function remove(): Promise<void> {
    if (await change(target, { kind: 'remove' }, 'Deleted')) onRemoved();
  }

  return (
    <>
      <Button {...look} loading={mail.isPending} leftSection={<IconMail size={16} aria-hidden />} onClick={() => mail.mutate(target)}>
        E-mail
      </Button>
      <TagButtons
        known={filters.data?.tags}
        loading={isPending}
        disabled={limit.disabled}
        onTag={(tags, done) => void change(target, tags, done)}
      />
      <InMore ifNarrow>
        <AssignMenu
          people={people}
          loading={isPending}
          disabled={limit.disabled}
          withNobody
          onAssign={(user_id, done) => void change(target, { kind: 'assign', user_id }, done)}
        />
      </InMore>
      <InMore>
        <Button
          {...look}
          loading={letters.isPending}
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => letters.mutate(target)}
        >
          Create LOIs
        </Button>
        <Button
          {...look}
          {...limit}
          loading={isPending}
          leftSection={<IconBuilding size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Company
        </Button>
        <DeleteButton
          question={`Are you sure you want to delete ${name} from the directory?`}
          tooMany={tooMany}
          loading={isPending}
          onDelete={remove}
        />
      </InMore>
      {asking && (
        <AskDialog
          title="Set the company"
          text={{ label: 'Company (empty for none)', maxLength: 200 }}
          onClose={() => setAsking(false)}
          onSave={(name) => void setCompany(name)}
        />
      )}
    </>
  );
}
