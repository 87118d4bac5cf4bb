import { useNavigate, useSearchParams } from 'react-router';
import { ContactsScreen } from '../features/directory/contacts-screen';
import { paths } from '../lib/paths';

/** /contacts; with `?new` the modal is open, so that other screens can lead straight to it. */
export default function ContactsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ContactsScreen
      adding={parameters.has('new')}
      onAdding={(adding) => void navigate(adding ? `${paths.contacts}?new` : paths.contacts, { replace: true })}
    />
  );
}
