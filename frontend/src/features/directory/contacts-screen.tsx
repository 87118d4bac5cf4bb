import { ActionIcon, Anchor, Avatar, Button, Group, Menu, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDots, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { contactQuery, contactsQuery, type ContactSort } from '../../api/queries/contacts';
import { phone } from '../../lib/format';
import { Count } from '../../ui/count';
import { EmptyRow, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { Page } from '../../ui/page';
import { ListFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { Value } from '../../ui/value';
import { VirtualTable, type RowProps } from '../../ui/virtual-table';
import { useDeleteContact, useRestoreContact, type Contact } from './api';
import { contactName } from './contact-fields';
import { AddContactModal, EditContactModal } from './contact-modal';

const columns: readonly Column[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Phone' },
  { label: 'Company', sort: 'company' },
  { label: 'Actions', numeric: true },
];

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
  const contacts = usePages(contactsQuery(words, sort), (page) => page.contacts);
  const remove = useRemove();
  const listed = contacts.rows?.find(({ contact_id }) => contact_id === shown);
  // The open contact may be on a page that is not loaded.
  const single = useQuery({ ...contactQuery(shown ?? ''), enabled: shown !== null && contacts.rows !== undefined && !listed });

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
          flex={1}
          maw={420}
          type="search"
          aria-label="Search contacts"
          placeholder="Search contacts"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {contacts.rows && <Count of={contacts.total} one="contact" many="contacts" />}
      </Group>
      <ListFailure query={contacts} sentence={sentenceOf(contacts.error, 'Failed to load contacts')} />
      {contacts.isPending && <Text c="dimmed">Loading contacts...</Text>}
      {contacts.rows && (
        <VirtualTable
          caption="Contacts"
          columns={columns}
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
              onEdit={() => onShow(contact.contact_id)}
              onDelete={() => void remove(contact)}
            />
          )}
        />
      )}
      <AddContactModal opened={adding} onClose={() => onAdding(false)} onOpen={({ contact_id }) => onShow(contact_id)} />
      <EditContactModal contact={shown === null ? undefined : (listed ?? single.data)} onClose={() => onShow(null)} />
    </Page>
  );
}

interface ContactRowProps {
  readonly contact: Contact;
  readonly row: RowProps;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function ContactRow({ contact, row, onEdit, onDelete }: ContactRowProps) {
  const name = contactName(contact);
  const below = contact.job_title ?? contact.title;
  return (
    <Table.Tr {...row}>
      <Table.Td>
        <Group gap="sm" wrap="nowrap" py={4}>
          <Avatar size={28} color="ink" variant="light" aria-hidden>
            {name.charAt(0).toUpperCase()}
          </Avatar>
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500} lh={1.3} truncate title={name}>
              {name}
            </Text>
            {below && (
              <Text size="xs" c="dimmed" lh={1.3}>
                {below}
              </Text>
            )}
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <Anchor href={`mailto:${contact.email}`} size="sm">
          {contact.email}
        </Anchor>
      </Table.Td>
      <Table.Td className="tabular">
        <Value>{phone(contact.phone_number)}</Value>
      </Table.Td>
      <Table.Td>
        <Value>{contact.company_name?.trim()}</Value>
      </Table.Td>
      <Table.Td ta="right">
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Edit
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
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
