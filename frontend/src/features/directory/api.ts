import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { allOf } from '../../api/queries/query';
import { setRows } from '../../api/set-rows';
import { contactBody, sameContact, type ContactDraft, type FieldName } from './contact-fields';
import { useEditField } from './use-edit-field';

export type Contact = components['schemas']['Contact'];
export type Company = components['schemas']['Company'];
type ContactFields = components['schemas']['ContactFields'];
type CompanyFields = components['schemas']['CompanyFields'];

const allContacts = allOf(['main', '/api/get_all_contacts']);

/** A response with an error field is a failure, whatever its status. */
function refuseErrors<T extends object>(answer: T): T {
  if ('error' in answer && answer.error) throw new ApiProblem(200, answer);
  return answer;
}

interface NewContact {
  readonly draft: ContactDraft;
  /** Whether to add it although the firm has a contact with this name and e-mail address. */
  readonly anyway: boolean;
}

/** Adds a contact, or returns the firm's existing one with this name and e-mail address. */
export function useAddContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, anyway }: NewContact): Promise<Contact | undefined> => {
      const same = anyway ? undefined : await findSame(draft);
      if (!same) {
        refuseErrors(await unwrap(mainApi.POST('/api/add_contact', { body: contactBody(draft) })));
        void cache.invalidateQueries(allContacts);
      }
      return same;
    },
  });
}

/** Most contacts with one e-mail address that are compared. */
const mostAlike = 50;

async function findSame(draft: ContactDraft): Promise<Contact | undefined> {
  const query = { q: draft.email?.trim(), limit: mostAlike };
  const { contacts } = await unwrap(mainApi.GET('/api/get_all_contacts', { params: { query } }));
  return sameContact(contacts, draft);
}

export function useUpdateContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: ContactFields & { contact_id: string }) =>
      refuseErrors(await unwrap(mainApi.POST('/api/update_contact', { body }))),
    onSuccess: () => cache.invalidateQueries(allContacts),
  });
}

/** Saves one field of a contact in the list. */
export function useEditContact() {
  const cache = useQueryClient();
  const edit = useEditField<FieldName, Contact>({
    save: async ({ contact_id }, version, field, value) => {
      const sent = field === 'lead_score' && value !== null ? Number(value) : value;
      const body = { contact_id, version, [field]: sent };
      return (await unwrap(mainApi.POST('/api/update_contact', { body }))).contact;
    },
    show: (saved) =>
      setRows<Contact>(cache, ['main', '/api/get_all_contacts'], 'contacts', (row) => (row.contact_id === saved.contact_id ? saved : row)),
    refresh: () => cache.invalidateQueries(allContacts),
    failure: 'The contact could not be saved. Please try again.',
  });
  return (contact: Contact, field: FieldName, text: string, name: string): Promise<string | undefined> =>
    field === 'lead_score' && !/^(-?\d{1,9})?$/.test(text) ? Promise.resolve('Use a whole number.') : edit(contact, field, text, name);
}

export function useDeleteContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactId: string) => unwrap(mainApi.POST('/api/delete_contact', { body: { contact_id: contactId } })),
    onSuccess: () => cache.invalidateQueries(allContacts),
  });
}

/** Restores a contact that was just deleted. */
export function useRestoreContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactId: string) => unwrap(mainApi.POST('/api/restore_contact', { body: { contact_id: contactId } })),
    onSuccess: () => cache.invalidateQueries(allContacts),
  });
}

export function useAddCompany() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: CompanyFields) => refuseErrors(await unwrap(mainApi.POST('/api/add_company', { body }))),
    onSuccess: () => {
      void cache.invalidateQueries(allOf(['main', '/api/get_company_filters']));
      return cache.invalidateQueries(allOf(['main', '/api/get_companies']));
    },
  });
}

type CompanyField = 'company_name' | 'industry' | 'office_city' | 'office_state' | 'number_of_employees' | 'tags';

/** Saves one field of a company. */
export function useEditCompany() {
  const cache = useQueryClient();
  const edit = useEditField<CompanyField, Company>({
    save: async ({ company_id }, version, field, value) => {
      const sent = field === 'number_of_employees' && value !== null ? Number(value) : value;
      const body = { company_id, version, [field]: sent };
      return (await unwrap(mainApi.POST('/api/update_company', { body }))).company;
    },
    show: (saved) =>
      setRows<Company>(cache, ['main', '/api/get_companies'], 'companies', (row) => (row.company_id === saved.company_id ? saved : row)),
    refresh: () => {
      void cache.invalidateQueries(allOf(['main', '/api/get_company_filters']));
      return cache.invalidateQueries(allOf(['main', '/api/get_companies']));
    },
    failure: 'The company could not be saved. Please try again.',
  });
  return (company: Company, field: CompanyField, text: string, name: string): Promise<string | undefined> => {
    if (field !== 'number_of_employees') return edit(company, field, text, name);
    const digits = text.replaceAll(',', '');
    // Larger numbers than the server stores are refused by it.
    return /^\d{0,12}$/.test(digits) ? edit(company, field, digits, name) : Promise.resolve('Use zero or a positive whole number.');
  };
}
