import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { mainApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { companiesOf } from '../../api/queries/companies';
import { contactsOf } from '../../api/queries/contacts';
import { paths } from '../../lib/paths';
import { useNotice } from '../../ui/dialogs';
import type { Company } from './api';
import type { ContactsTarget } from './use-change-contacts';

type CompanyFilter = components['schemas']['CompanyFilter'];
type ContactFilter = components['schemas']['ContactFilter'];

/** Most contacts of one message. */
const most = 500;
const pageSize = 200;

/** What is said of so many selected contacts before a message is begun; null: more than are counted. */
export const mailLimitWords = (count: number | null): string | undefined =>
  count === null || count > most ? `E-mail: at most ${most} contacts at once` : undefined;

/** Opens the form of a message to the selected contacts, or to all of the filter. */
export const useMailContacts = () =>
  useMail((target: ContactsTarget) =>
    'contact_ids' in target ? Promise.resolve<readonly string[]>(target.contact_ids) : idsOf(target.filter),
  );

/** Companies to whose contacts a message goes: the selected ones, or all of the filter. */
export type MailedCompanies = { readonly companies: readonly Company[] } | { readonly filter: CompanyFilter };

/** Opens the form of a message to the contacts of companies. */
export const useMailCompanies = () => useMail(idsOfCompanies);

function useMail<T>(contactsIn: (target: T) => Promise<readonly string[]>) {
  const navigate = useNavigate();
  const notice = useNotice();
  return useMutation({
    mutationFn: async (target: T) => {
      const contactIds = await contactsIn(target);
      if (contactIds.length === 0) notice.alert('There are no contacts to write to.');
      else if (contactIds.length > most) notice.alert(`At most ${most} contacts can be written to at once. Narrow the list.`);
      else await navigate(paths.emailContacts, { state: { contactIds } });
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The contacts could not be loaded. Please try again.')),
  });
}

/** The contacts that match; no more than are needed to see that there are too many. */
async function idsOf(filter: ContactFilter): Promise<readonly string[]> {
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

/** The contacts of the companies, likewise. */
async function idsOfCompanies(target: MailedCompanies): Promise<readonly string[]> {
  const companies = 'companies' in target ? target.companies : await withContacts(target.filter);
  const ids: string[] = [];
  for (const { company_name, contacts } of companies) {
    if (ids.length > most) break;
    if (contacts !== 0) ids.push(...(await idsOf({ company_name })));
  }
  return ids;
}

/** The companies that match and have contacts, likewise. */
async function withContacts(filter: CompanyFilter): Promise<readonly Company[]> {
  const companies: Company[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...companiesOf(filter), limit: pageSize, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof readCompanies>> = await readCompanies(query);
    companies.push(...page.companies.filter(({ contacts }) => contacts !== 0));
    cursor = page.next_cursor;
  } while (cursor !== null && companies.length <= most);
  return companies;
}

const readCompanies = (query: object) => unwrap(mainApi.GET('/api/get_companies', { params: { query } }));
