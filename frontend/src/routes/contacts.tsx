import { Text } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { contactsQuery } from '../api/queries/contacts';
import { RouteFailure } from '../app/page-fault';
import { prefetch } from '../app/prefetch';
import { contactsFailure, ContactsScreen } from '../features/directory/contacts-screen';
import { paths } from '../lib/paths';
import { Page } from '../ui/page';

export const loader = () => prefetch(contactsQuery('', 'name'));

/** /contacts; `?new` opens the modal, `?contact_id` a contact, for links from other screens. */
export default function ContactsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ContactsScreen
      adding={parameters.has('new')}
      onAdding={(adding) => void navigate(adding ? paths.newContact : paths.contacts, { replace: true })}
      shown={parameters.get('contact_id')}
      onShow={(contactId) => void navigate(contactId ? paths.contact(contactId) : paths.contacts, { replace: true })}
    />
  );
}

export function Pending() {
  return (
    <Page title="Contacts">
      <Text c="dimmed">Loading contacts...</Text>
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Contacts">
      <RouteFailure sentence={contactsFailure} />
    </Page>
  );
}
