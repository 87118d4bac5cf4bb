import type { components } from '../../api/generated/main-api';
import { date, phone } from '../../lib/format';
import type { Column } from '../../ui/data-table';
import type { Contact } from './api';
import type { FieldName } from './contact-fields';

/** What the list of contacts shows: filter, order and further columns. */
export type ContactsView = components['schemas']['ContactsView'];
export type ContactColumn = ContactsView['columns'][number];

/** The list without a saved view. */
export const plainContacts: ContactsView = { filter: {}, sort: 'name', columns: [] };

/** The columns of the specification; further ones follow them. */
export const ownColumns: readonly Column[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Phone', sort: 'phone' },
  { label: 'Company', sort: 'company' },
  { label: 'Actions', numeric: true },
];

export const moreColumns: Readonly<Record<ContactColumn, string>> = {
  job_title: 'Job Title',
  tags: 'Tags',
  assigned_to: 'Assigned To',
  status: 'Status',
  mobile_number: 'Mobile',
  city: 'City',
  state: 'State',
  lead_score: 'Lead Score',
  created_at: 'Created',
};

/** The heading of a further column. */
export function columnOf(column: ContactColumn): Column {
  // Only these have an index, without which 50,000 contacts are sorted too slowly.
  const sorted = column === 'assigned_to' || column === 'lead_score';
  return { label: moreColumns[column], ...(sorted && { sort: column }) };
}

/** What a further column shows of a contact; empty if there is nothing. */
export function shownIn(column: ContactColumn, contact: Contact): string {
  const value = contact[column];
  if (value === null) return '';
  if (column === 'created_at') return date(contact.created_at);
  if (column === 'mobile_number') return phone(contact.mobile_number);
  return String(value);
}

/** The field that is edited in a further column, if it is typed: people are chosen by 'Assign'. */
export function editedIn(column: ContactColumn): FieldName | undefined {
  return column === 'created_at' || column === 'assigned_to' ? undefined : column;
}
