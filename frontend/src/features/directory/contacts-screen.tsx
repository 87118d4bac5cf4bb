import { ActionIcon, Anchor, Avatar, Button, Group, Menu, Table, Text, TextInput } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { contactsQuery } from '../../api/queries/contacts';
import { grouped, phone } from '../../lib/format';
import { DataTable, EmptyRow, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { Page } from '../../ui/page';
import { QueryFailure } from '../../ui/query-panel';
import { Value } from '../../ui/value';
import { useDeleteContact, useRestoreContact, type Contact } from './api';
import { contactName, findContacts } from './contact-fields';
import { AddContactModal, EditContactModal } from './contact-modal';

const columns: readonly Column[] = [
  { label: 'Name' },
  { label: 'Email' },
  { label: 'Phone' },
  { label: 'Company' },
  { label: 'Actions', numeric: true },
];

/** Row limit of the table; the search finds the rest. */
const rowsAtOnce = 200;

export const contactsFailure = (reason: unknown): string => sentenceOf(reason, 'Failed to load contacts');

interface ContactsScreenProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
  /** Id of the open contact. */
  readonly shown: string | null;
  readonly onShow: (contactId: string | null) => void;
}

/** /contacts: the firm's contact directory. */
export function ContactsScreen({ adding, onAdding, shown, onShow }: ContactsScreenProps) {
  const contacts = useSuspenseQuery(contactsQuery);
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search);
  const [rows, setRows] = useState(rowsAtOnce);
  const remove = useRemove();
  const editing = contacts.data.find(({ contact_id }) => contact_id === shown);
  const found = findContacts(contacts.data, words);

  return (
    <Page
      title="Contacts"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onAdding(true)}>
          Add Contact
        </Button>
      }
    >
      <TextInput
        mb="md"
        maw={420}
        type="search"
        aria-label="Search contacts"
        placeholder="Search contacts"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryFailure query={contacts} sentence={contactsFailure(contacts.error)} />
      <DataTable caption="Contacts" columns={columns}>
        {found.slice(0, rows).map((contact) => (
          <ContactRow
            key={contact.contact_id}
            contact={contact}
            onEdit={() => onShow(contact.contact_id)}
            onDelete={() => void remove(contact)}
          />
        ))}
        {found.length === 0 && <EmptyRow columns={columns.length}>No contacts found</EmptyRow>}
      </DataTable>
      {found.length > rows && (
        <Button variant="default" mt="md" onClick={() => setRows(rows + rowsAtOnce)}>
          Show more ({grouped(found.length - rows)} left)
        </Button>
      )}
      <AddContactModal opened={adding} onClose={() => onAdding(false)} onOpen={({ contact_id }) => onShow(contact_id)} />
      <EditContactModal contact={editing} onClose={() => onShow(null)} />
    </Page>
  );
}

interface ContactRowProps {
  readonly contact: Contact;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function ContactRow({ contact, onEdit, onDelete }: ContactRowProps) {
  const name = contactName(contact);
  const below = contact.job_title ?? contact.title;
  return (
    <Table.Tr>
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
      sentence: `Are you sure you want to delete ‘${contactName(contact)}’ from the directory?`,
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
