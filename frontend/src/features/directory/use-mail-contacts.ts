import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { mainApi, sentenceOf, unwrap } from '../../api/client';
import { contactsOf } from '../../api/queries/contacts';
import { paths } from '../../lib/paths';
import { useNotice } from '../../ui/dialogs';
import type { ContactsTarget } from './use-change-contacts';

/** Most contacts of one message. */
const most = 500;
const pageSize = 200;

/** Opens the form of a message to the selected contacts, or to all of the filter. */
export function useMailContacts() {
  const navigate = useNavigate();
  const notice = useNotice();
  return useMutation({
    mutationFn: async (target: ContactsTarget) => {
      const contactIds = 'contact_ids' in target ? target.contact_ids : await idsOf(target);
      if (contactIds.length > most) notice.alert(`At most ${most} contacts can be written to at once. Narrow the list.`);
      else await navigate(paths.emailContacts, { state: { contactIds } });
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The contacts could not be loaded. Please try again.')),
  });
}

/** The contacts that match; no more than are needed to see that there are too many. */
async function idsOf({ filter }: Extract<ContactsTarget, { readonly filter: unknown }>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...contactsOf(filter), limit: pageSize, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof read>> = await read(query);
    ids.push(...page.contacts.map(({ contact_id }) => contact_id));
    cursor = page.next_cursor;
  } while (cursor !== null && ids.length <= most);
  return ids;
}

const read = (query: object) => unwrap(mainApi.GET('/api/get_all_contacts', { params: { query } }));
