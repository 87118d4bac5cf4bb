import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { contactFiltersQuery, contactQuery, contactsQuery, type ContactSort } from '../../api/queries/contacts';
import { Count } from '../../ui/count';
import { EmptyRow, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { Page } from '../../ui/page';
import { ListFailure } from '../../ui/query-panel';
import { SelectLoaded } from '../../ui/select-box';
import { SelectionBar } from '../../ui/selection-bar';
import { usePages } from '../../ui/use-pages';
import { useSelection } from '../../ui/use-selection';
import { VirtualTable } from '../../ui/virtual-table';
import { useDeleteContact, useRestoreContact, type Contact } from './api';
import { ContactActions } from './contact-actions';
import { contactName } from './contact-fields';
import { AddContactModal, EditContactModal } from './contact-modal';
import { ContactRow } from './contact-row';

const columns: readonly Column[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Phone' },
  { label: 'Company', sort: 'company' },
  { label: 'Actions', numeric: true },
];

const noContacts: readonly Contact[] = [];
const idOf = ({ contact_id }: Contact): string => contact_id;

interface ContactsScreenProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
  /** Id of the open contact. */
  readonly shown: string | null;
  readonly onShow: (contactId: string | null) => void;
}

/** /contacts: the firm's contact directory. */
export function ContactsScreen({ adding, onAdding, shown, onShow }: ContactsScreenProps) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [sort, setSort] = useState<ContactSort>('name');
  const [tag, setTag] = useState<string | null>(null);
  const contacts = usePages(contactsQuery(words, sort, tag ?? undefined), (page) => page.contacts);
  const selection = useSelection(contacts.rows ?? noContacts, idOf);
  const filters = useQuery(contactFiltersQuery);
  // The whole list stays selected until the list or the selection changes.
  const [wholeOf, setWholeOf] = useState<string>();
  const listKey = [words, tag ?? '', selection.count].join('\n');
  const whole = selection.count > 0 && wholeOf === listKey;
  const remove = useRemove();
  const listed = contacts.rows?.find(({ contact_id }) => contact_id === shown);
  // The open contact may be on a page that is not loaded.
  const single = useQuery({ ...contactQuery(shown ?? ''), enabled: shown !== null && contacts.rows !== undefined && !listed });

  function selectAll(): Promise<void> {
    const loaded = contacts.rows ?? noContacts;
    selection.add(loaded);
    const count = new Set([...selection.chosen, ...loaded].map(idOf)).size;
    setWholeOf([words, tag ?? '', count].join('\n'));
    return Promise.resolve();
  }

  const name = whole ? 'all contacts of the list' : selection.count === 1 ? '1 contact' : `${selection.count} contacts`;
  const target = whole ? { filter: { q: words || null, tag }, seen: contacts.total } : { contact_ids: selection.chosen.map(idOf) };
  const heading = { label: 'Name', sort: 'name', control: <SelectLoaded selection={selection} many="contacts" /> };

  return (
    <Page
      title="Contacts"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onAdding(true)}>
          Add Contact
        </Button>
      }
    >
      <Group mb="md" gap="md">
        <TextInput
          flex="1 1 240px"
          maw={420}
          type="search"
          aria-label="Search contacts"
          placeholder="Search contacts"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {(tag !== null || (filters.data?.tags.length ?? 0) > 0) && (
          <Select
            w={180}
            clearable
            searchable
            aria-label="Tag"
            placeholder="Any tag"
            data={filters.data?.tags ?? []}
            value={tag}
            onChange={setTag}
          />
        )}
        {contacts.rows && <Count of={contacts.total} one="contact" many="contacts" />}
      </Group>
      <ListFailure query={contacts} sentence={sentenceOf(contacts.error, 'Failed to load contacts')} />
      {contacts.isPending && <Text c="dimmed">Loading contacts...</Text>}
      {contacts.rows && (
        <VirtualTable
          caption="Contacts"
          columns={[heading, ...columns.slice(1)]}
          sorting={{ by: sort, onSort: (by) => setSort(by as ContactSort) }}
          rows={contacts.rows}
          total={contacts.total}
          hasMore={contacts.hasMore}
          onEnd={contacts.onEnd}
          empty={<EmptyRow columns={columns.length}>No contacts found</EmptyRow>}
          row={(contact, props) => (
            <ContactRow
              key={contact.contact_id}
              contact={contact}
              row={props}
              selection={selection}
              onAll={() => void selectAll()}
              onEdit={() => onShow(contact.contact_id)}
              onDelete={() => void remove(contact)}
            />
          )}
        />
      )}
      <SelectionBar selection={selection} one="contact" many="contacts" total={contacts.total} whole={whole} onAll={selectAll}>
        <ContactActions target={target} name={name} onRemoved={selection.clear} />
      </SelectionBar>
      <AddContactModal opened={adding} onClose={() => onAdding(false)} onOpen={({ contact_id }) => onShow(contact_id)} />
      <EditContactModal contact={shown === null ? undefined : (listed ?? single.data)} onClose={() => onShow(null)} />
    </Page>
  );
}

/** Deletes a contact after confirmation. */
function useRemove(): (contact: Contact) => Promise<void> {
  const confirm = useConfirm();
  const notice = useNotice();
  const { mutateAsync } = useDeleteContact();
  const { mutateAsync: restore } = useRestoreContact();
  return async (contact) => {
    const sure = await confirm({
      sentence: `Are you sure you want to delete '${contactName(contact)}' from the directory?`,
      confirm: 'Delete',
      cancel: 'Keep',
    });
    if (!sure) return;
    try {
      await mutateAsync(contact.contact_id);
      notice.undo(`${contactName(contact)} was deleted.`, () => restore(contact.contact_id));
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The contact could not be deleted.'));
    }
  };
}
