import { Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contactFiltersQuery } from '../../api/queries/contacts';
import { ColumnsMenu } from '../../ui/columns-menu';
import { Count } from '../../ui/count';
import { ContactsFilterMenu } from './contacts-filter-menu';
import { moreColumns, type ContactsView } from './contacts-view';

interface ContactsToolbarProps {
  readonly view: ContactsView;
  readonly onChange: (view: ContactsView) => void;
  /** Number of matching contacts; null if too many to count, undefined if unknown. */
  readonly total: number | null | undefined;
  /** The menu of saved views. */
  readonly views: ReactNode;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Search, filter, saved views and columns of the contacts. */
export function ContactsToolbar({ view, onChange, total, views, children }: ContactsToolbarProps) {
  const { filter } = view;
  const tags = useQuery(contactFiltersQuery).data?.tags ?? [];
  const tag = filter.tag ?? null;
  return (
    <Group mb="md" gap="md">
      <TextInput
        flex="1 1 240px"
        maw={420}
        type="search"
        aria-label="Search contacts"
        placeholder="Search contacts"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={filter.q ?? ''}
        onChange={(event) => onChange({ ...view, filter: { ...filter, q: event.currentTarget.value } })}
      />
      {(tag !== null || tags.length > 0) && (
        <Select
          w={180}
          clearable
          searchable
          aria-label="Tag"
          placeholder="Any tag"
          // A view may have a tag that no contact has any more.
          data={[...new Set([...(tag === null ? [] : [tag]), ...tags])]}
          value={tag}
          onChange={(chosen) => onChange({ ...view, filter: { ...filter, tag: chosen } })}
        />
      )}
      <ContactsFilterMenu filter={filter} onChange={(changed) => onChange({ ...view, filter: changed })} />
      {views}
      <ColumnsMenu offered={moreColumns} shown={view.columns} onChange={(columns) => onChange({ ...view, columns })} />
      {children}
      {total !== undefined && <Count of={total} one="contact" many="contacts" />}
    </Group>
  );
}
