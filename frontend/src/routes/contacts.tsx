import { useNavigate, useSearchParams } from 'react-router';
import { contactsQuery } from '../api/queries/contacts';
import { prefetch } from '../app/prefetch';
import { ContactsScreen } from '../features/directory/contacts-screen';
import { plainContacts } from '../features/directory/contacts-view';
import { ListViews } from '../features/list-views/list-views';
import { paths } from '../lib/paths';

export const loader = () => prefetch(contactsQuery({}, 'name'));

/** /contacts; `?new` opens the modal, `?contact_id` a contact, `?view` a saved view, for links from other screens. */
export default function ContactsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ContactsScreen
      adding={parameters.has('new')}
      onAdding={(adding) => void navigate(adding ? paths.newContact : paths.contacts, { replace: true })}
      shown={parameters.get('contact_id')}
      onShow={(contactId) => void navigate(contactId ? paths.contact(contactId) : paths.contacts, { replace: true })}
      views={(view, onApply) => (
        <ListViews
          settings={{ place: 'contacts', ...view }}
          plain={{ place: 'contacts', ...plainContacts }}
          onApply={(settings) => settings.place === 'contacts' && onApply(settings)}
          named={parameters.get('view')}
        />
      )}
    />
  );
}
