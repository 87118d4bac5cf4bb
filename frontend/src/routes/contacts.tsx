import { useNavigate, useSearchParams } from 'react-router';
import { ContactsScreen } from '../features/directory/contacts-screen';
import { paths } from '../lib/paths';

/** /contacts; with `?new` the modal is open, with `?contact_id` that contact is, so that other screens can lead straight to them. */
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
