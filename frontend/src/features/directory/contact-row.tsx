import { ActionIcon, Anchor, Avatar, Group, Menu, Table, Text } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { phone } from '../../lib/format';
import { EditableCell } from '../../ui/editable-cell';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import { TagLine } from '../../ui/tag-line';
import type { Selection } from '../../ui/use-selection';
import { Value } from '../../ui/value';
import type { RowProps } from '../../ui/virtual-table';
import { useEditContact, type Contact } from './api';
import { contactName, type FieldName } from './contact-fields';
import { editedIn, moreColumns, shownIn, type ContactColumn } from './contacts-view';

interface ContactRowProps {
  readonly contact: Contact;
  readonly row: RowProps;
  /** After those of the specification. */
  readonly columns: readonly ContactColumn[];
  readonly selection: Selection<Contact>;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** A contact in the list: Enter opens it; X selects it; the right arrow goes to its cells, which Enter edits. */
export function ContactRow({ contact, row, columns, selection, onEdit, onDelete }: ContactRowProps) {
  const edit = useEditContact();
  const name = contactName(contact);
  const below = contact.job_title ?? contact.title;

  const cell = (field: FieldName, label: string, shown: ReactNode) => (
    <EditableCell
      key={field}
      label={`${label} of ${name}`}
      value={String(contact[field] ?? '')}
      onSave={(text) => edit(contact, field, text, `${label} of ${name}`)}
    >
      {shown}
    </EditableCell>
  );

  return (
    <Table.Tr {...row} data-selected={selection.has(contact) || undefined} {...rowKeys({ selection, row: contact, onOpen: onEdit })}>
      <Table.Td>
        <Group gap="sm" wrap="nowrap" py={4}>
          <SelectBox selection={selection} row={contact} name={name} />
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
            <TagLine tags={contact.tags} />
          </div>
        </Group>
      </Table.Td>
      {cell(
        'email',
        'Email',
        <Anchor href={`mailto:${contact.email}`} size="sm">
          {contact.email}
        </Anchor>,
      )}
      {cell('phone_number', 'Phone', <Value>{phone(contact.phone_number)}</Value>)}
      {cell('company_name', 'Company', <Value>{contact.company_name?.trim()}</Value>)}
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
      {columns.map((column) => {
        const field = editedIn(column);
        const shown = <Value>{shownIn(column, contact)}</Value>;
        return field ? cell(field, moreColumns[column], shown) : <Table.Td key={column}>{shown}</Table.Td>;
      })}
    </Table.Tr>
  );
}
