import type { Contact } from './api';

/** The fields of the contact form in display order, by group. */
export interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly type?: 'email' | 'tel' | 'number';
  readonly required?: boolean;
  readonly long?: boolean;
}

export type FieldName = Exclude<keyof Contact, 'contact_id' | 'id' | 'email1' | 'phoneNumber' | 'version' | 'created_at'>;

export type ContactDraft = Readonly<Partial<Record<FieldName, string>>>;

export const basicFields: readonly Field[] = [
  { name: 'first_name', label: 'First Name', required: true },
  { name: 'last_name', label: 'Last Name', required: true },
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
  { name: 'company_name', label: 'Company' },
  { name: 'job_title', label: 'Job Title' },
];

export const moreFields: readonly Field[] = [
  { name: 'title', label: 'Title' },
  { name: 'middle_name', label: 'Middle Name' },
  { name: 'email2', label: 'Second Email', type: 'email' },
  { name: 'phone_number2', label: 'Second Phone', type: 'tel' },
  { name: 'mobile_number', label: 'Mobile', type: 'tel' },
  { name: 'fax_number', label: 'Fax', type: 'tel' },
  { name: 'address', label: 'Address', long: true },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'postal_code', label: 'Postal Code' },
  { name: 'country', label: 'Country' },
  { name: 'preferred_contact_method', label: 'Preferred Contact Method' },
  { name: 'status', label: 'Status' },
  { name: 'lead_score', label: 'Lead Score', type: 'number' },
  { name: 'assigned_to', label: 'Assigned To' },
  { name: 'gender', label: 'Gender' },
  { name: 'language', label: 'Language' },
  { name: 'timezone', label: 'Time Zone' },
  { name: 'tags', label: 'Tags' },
  { name: 'social_media_links', label: 'Social Media Links (comma-separated)', long: true },
  { name: 'notes', label: 'Notes', long: true },
];

/** The contact with the draft's name and e-mail address. */
export function sameContact(contacts: readonly Contact[], draft: ContactDraft): Contact | undefined {
  const key = (of: ContactDraft) => [of.first_name, of.last_name, of.email].map((value) => value?.trim().toLowerCase() ?? '').join('\n');
  return contacts.find((contact) => key(draftOf(contact)) === key(draft));
}

/** 'Unnamed Contact' without a name. */
export function contactName({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim() || 'Unnamed Contact';
}

/** Validation errors by field. */
export function refusals(draft: ContactDraft): Partial<Record<FieldName, string>> {
  const errors: Partial<Record<FieldName, string>> = {};
  for (const { name, label, required, type } of [...basicFields, ...moreFields]) {
    const value = draft[name]?.trim() ?? '';
    if (required && value === '') errors[name] = `${label} is required`;
    else if (type === 'email' && value !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
      errors[name] = 'Please enter a valid email address.';
    }
  }
  return errors;
}

/** The body of `add_contact` and `update_contact`: blank optional fields are null. */
export function contactBody(draft: ContactDraft) {
  const optional = Object.fromEntries(
    [...basicFields, ...moreFields]
      .filter(({ required }) => !required)
      .map(({ name, type }) => {
        const value = draft[name]?.trim() ?? '';
        if (value === '') return [name, null];
        return [name, type === 'number' ? Number(value) : value];
      }),
  );
  return {
    ...optional,
    first_name: draft.first_name?.trim() ?? '',
    last_name: draft.last_name?.trim() ?? '',
    email: draft.email?.trim() ?? '',
  };
}

/** The draft that edits a contact. */
export function draftOf(contact: Contact): ContactDraft {
  return Object.fromEntries([...basicFields, ...moreFields].map(({ name }) => [name, String(contact[name] ?? '')]));
}
