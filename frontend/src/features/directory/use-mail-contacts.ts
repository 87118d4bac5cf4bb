import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { paths } from '../../lib/paths';
import { useNotice } from '../../ui/dialogs';
import { idsOfCompanies, idsOfContacts, mostContacts } from './contacts-of';

/** What is said of so many selected contacts before a message is begun; null: more than are counted. */
export const mailLimitWords = (count: number | null): string | undefined =>
  count === null || count > mostContacts ? `E-mail: at most ${mostContacts} contacts at once` : undefined;

/** Opens the form of a message to the selected contacts, or to all of the filter. */
export const useMailContacts = () => useMail(idsOfContacts);

/** Opens the form of a message to the contacts of companies. */
export const useMailCompanies = () => useMail(idsOfCompanies);

function useMail<T>(contactsIn: (target: T) => Promise<readonly string[]>) {
  const navigate = useNavigate();
  const notice = useNotice();
  return useMutation({
    mutationFn: async (target: T) => {
      const contactIds = await contactsIn(target);
      if (contactIds.length === 0) notice.alert('There are no contacts to write to.');
      else if (contactIds.length > mostContacts)
        notice.alert(`At most ${mostContacts} contacts can be written to at once. Narrow the list.`);
      else await navigate(paths.emailContacts, { state: { contactIds } });
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The contacts could not be loaded. Please try again.')),
  });
}
