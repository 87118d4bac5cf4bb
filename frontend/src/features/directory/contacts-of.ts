import { mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { companiesOf } from '../../api/queries/companies';
import { contactsOf } from '../../api/queries/contacts';
import type { Company } from './api';
import type { ContactsTarget } from './use-change-contacts';

type CompanyFilter = components['schemas']['CompanyFilter'];
type ContactFilter = components['schemas']['ContactFilter'];

/** Most contacts of one message, and whose properties are looked for. */
export const mostContacts = 500;
const pageSize = 200;

/** Companies whose contacts are meant: the selected ones, or all of the filter. */
export type ChosenCompanies = { readonly companies: readonly Company[] } | { readonly filter: CompanyFilter };

/** The selected contacts, or all of the filter; no more than are needed to see that there are too many. */
export const idsOfContacts = (target: ContactsTarget): Promise<readonly string[]> =>
  'contact_ids' in target ? Promise.resolve<readonly string[]>(target.contact_ids) : idsOf(target.filter);

async function idsOf(filter: ContactFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...contactsOf(filter), limit: pageSize, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof read>> = await read(query);
    ids.push(...page.contacts.map(({ contact_id }) => contact_id));
    cursor = page.next_cursor;
  } while (cursor !== null && ids.length <= mostContacts);
  return ids;
}

const read = (query: object) => unwrap(mainApi.GET('/api/get_all_contacts', { params: { query } }));

/** The contacts of the companies, likewise. */
export async function idsOfCompanies(target: ChosenCompanies): Promise<readonly string[]> {
  const companies = 'companies' in target ? target.companies : await withContacts(target.filter);
  const ids: string[] = [];
  for (const { company_name, contacts } of companies) {
    if (ids.length > mostContacts) break;
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
  } while (cursor !== null && companies.length <= mostContacts);
  return companies;
}

const readCompanies = (query: object) => unwrap(mainApi.GET('/api/get_companies', { params: { query } }));
