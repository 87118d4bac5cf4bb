import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { contactCountQuery, contactQuery, contactsQuery, type ContactSort } from '../../api/queries/contacts';
import { EmptyRow, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { ExportMenu } from '../../ui/export-menu';
import { InMore } from '../../ui/more-actions';
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
import { ContactsToolbar } from './contacts-toolbar';
import { columnOf, ownColumns, plainContacts, type ContactsView } from './contacts-view';
import { tooManyWords } from './use-bulk-change';
import { useExportContacts } from './use-exports';
import { mailLimitWords } from './use-mail-contacts';

const noContacts: readonly Contact[] = [];
const idOf = ({ contact_id }: Contact): string => contact_id;

interface ContactsScreenProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
  /** Id of the open contact. */
  readonly shown: string | null;
  readonly onShow: (contactId: string | null) => void;
  /** The menu of saved views. */
  readonly views?: (view: ContactsView, onApply: (view: ContactsView) => void) => ReactNode;
}

/** /contacts: the firm's contact directory. */
export function ContactsScreen({ adding, onAdding, shown, onShow, views }: ContactsScreenProps) {
  const [view, setView] = useState(plainContacts);
  const { sort } = view;
  const [words] = useDebouncedValue(view.filter.q?.trim() ?? '', 200);
  const filter = { ...view.filter, q: words || null };
  const contacts = usePages(contactsQuery(filter, sort), (page) => page.contacts, idOf);
  // The rows of the previous search have no number of this one.
  const isMany = contacts.rows !== undefined && !contacts.isPrevious && contacts.total === null;
  const counted = useQuery({ ...contactCountQuery(filter), enabled: isMany });
  const total = isMany ? (counted.data ?? null) : contacts.total;
  const selection = useSelection(contacts.rows ?? noContacts, idOf, () => selectAll());
  // The whole list stays selected until the list or the selection changes.
  const [wholeOf, setWholeOf] = useState<string>();
  const keyOf = (count: number): string => JSON.stringify([filter, count]);
  const whole = selection.count > 0 && wholeOf === keyOf(selection.count);
  const remove = useRemove();
  const exporting = useExportContacts();
  const listed = contacts.rows?.find(({ contact_id }) => contact_id === shown);
  // The open contact may be on a page that is not loaded.
  const single = useQuery({ ...contactQuery(shown ?? ''), enabled: shown !== null && contacts.rows !== undefined && !listed });

  function selectAll(): Promise<void> {
    const loaded = contacts.rows ?? noContacts;
    selection.add(loaded);
    const count = new Set([...selection.chosen, ...loaded].map(idOf)).size;
    setWholeOf(keyOf(count));
    return Promise.resolve();
  }

  const name = whole ? 'all contacts of the list' : selection.count === 1 ? '1 contact' : `${selection.count} contacts`;
  const target = whole ? { filter, seen: total } : { contact_ids: selection.chosen.map(idOf) };
  const heading = { label: 'Name', sort: 'name', control: <SelectLoaded selection={selection} many="contacts" /> };
  const count = whole ? total : selection.count;
  const tooMany = tooManyWords(count, 'contacts');
  const columns: readonly Column[] = [heading, ...ownColumns.slice(1), ...view.columns.map(columnOf)];

  return (
    <Page
      title="Contacts"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onAdding(true)}>
          Add Contact
        </Button>
      }
    >
      <ContactsToolbar view={view} onChange={setView} total={contacts.rows && total} views={views?.(view, setView)}>
        <ExportMenu
          what="all contacts of the list"
          loading={exporting.isPending}
          onExport={(format) => exporting.mutate({ format, filter, sort })}
        />
      </ContactsToolbar>
      <ListFailure query={contacts} sentence={sentenceOf(contacts.error, 'Failed to load contacts')} />
      {contacts.isPending && <Text c="dimmed">Loading contacts...</Text>}
      {contacts.rows && (
        <VirtualTable
          caption="Contacts"
          columns={columns}
          sorting={{ by: sort, onSort: (by) => setView({ ...view, sort: by as ContactSort }) }}
          rows={contacts.rows}
          keyOf={idOf}
          total={total}
          hasMore={contacts.hasMore}
          onEnd={contacts.onEnd}
          onView={contacts.onView}
          empty={<EmptyRow columns={columns.length}>No contacts found</EmptyRow>}
          row={(contact, props) => (
            <ContactRow
              contact={contact}
              row={props}
              columns={view.columns}
              selection={selection}
              onEdit={() => onShow(contact.contact_id)}
              onDelete={() => void remove(contact)}
            />
          )}
        />
      )}
      <SelectionBar
        selection={selection}
        one="contact"
        many="contacts"
        total={total}
        whole={whole}
        onAll={selectAll}
        figures={tooMany ?? mailLimitWords(count)}
      >
        <InMore>
          <ExportMenu
            what={name}
            look={{ size: 'compact-sm' }}
            loading={exporting.isPending}
            onExport={(format) =>
              exporting.mutate(whole ? { format, filter, sort } : { format, sort, contact_ids: selection.chosen.map(idOf) })
            }
          />
        </InMore>
        <ContactActions target={target} name={name} tooMany={tooMany} onRemoved={selection.clear} />
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
