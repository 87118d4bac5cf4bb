import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import { letterGroups, tooManyLetters, toNewLetters } from '../../lib/letter-groups';
import { useNotice } from '../../ui/dialogs';
import { idsOfCompanies, idsOfContacts, mostContacts } from './contacts-of';

/** Opens 'Create LOIs' for the properties that the contacts are linked to. */
export const useLettersForContacts = () => useLetters(idsOfContacts);

/** The same for the contacts of companies. */
export const useLettersForCompanies = () => useLetters(idsOfCompanies);

function useLetters<T>(contactsIn: (target: T) => Promise<readonly string[]>) {
  const navigate = useNavigate();
  const notice = useNotice();
  return useMutation({
    mutationFn: async (target: T) => {
      const contactIds = await contactsIn(target);
      if (contactIds.length > mostContacts) {
        notice.alert(`Letters can be made for at most ${mostContacts} contacts at once. Narrow the list.`);
        return;
      }
      const groups = letterGroups(contactIds.length > 0 ? await dealsOf(contactIds) : []);
      const properties = groups.reduce((sum, { propertyIds }) => sum + propertyIds.length, 0);
      const refused = properties === 0 ? noneWords : tooManyLetters(properties, groups.length);
      const { to, state } = toNewLetters(groups);
      if (refused !== undefined) notice.alert(refused);
      else await navigate(to, { state });
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The properties could not be loaded. Please try again.')),
  });
}

const noneWords = 'These contacts are linked to no property of a project. Link them on the page of a property.';

const dealsOf = async (contactIds: readonly string[]) =>
  (await unwrap(propertyApi.POST('/deals/of_contacts', { body: { contact_ids: [...contactIds] } }))).deals;
