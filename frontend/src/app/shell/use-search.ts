import { useQuery } from '@tanstack/react-query';
import { IconAddressBook, IconBuilding, IconMap2, IconMapPin, type Icon } from '@tabler/icons-react';
import type { components as main } from '../../api/generated/main-api';
import type { components as property } from '../../api/generated/property-api';
import { searchCompaniesQuery, searchContactsQuery, searchProjectsQuery, searchPropertiesQuery } from '../../api/queries/search';
import { phone, phoneDigits } from '../../lib/format';
import { paths } from '../../lib/paths';

/** A result of the command search. */
export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: Icon;
  readonly to: string;
  /** The text that was searched, in lower case. */
  readonly text: string;
  /** URL of the letter of intent; properties only. */
  readonly letter?: string;
}

export const leastLetters = 2;

const joined = (parts: readonly (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by);
const textOf = (...parts: readonly (string | null | undefined)[]) => joined(parts, ' ').toLowerCase();
const numbersOf = (...numbers: readonly (string | null | undefined)[]) =>
  joined(
    numbers.map((number) => phoneDigits(number ?? '')),
    ' ',
  );

const projectHits = ({ projects }: main['schemas']['ProjectsResponse']): Hit[] =>
  projects.map((project) => ({
    id: project.project_id,
    label: project.project_name,
    // The name of a market includes its state.
    description: joined([project.submarket_name, project.market_name], ' · ') || (project.state_name ?? ''),
    icon: IconMap2,
    to: paths.map(project.project_id),
    text: textOf(project.project_name, project.description, project.category, project.market_name, project.state_name),
  }));

const propertyHits = ({ properties }: property['schemas']['FoundProperties']): Hit[] =>
  properties.map(({ parcel_number, project_id, ll_uuid, address, city, property_name, owner_name }) => ({
    id: ll_uuid,
    label: property_name ?? address ?? parcel_number,
    description: joined([property_name && address, city, owner_name, parcel_number], ' · '),
    icon: IconMapPin,
    to: paths.property(parcel_number, { project_id }),
    text: textOf(property_name, address, city, parcel_number, owner_name),
    letter: paths.letter(parcel_number, project_id),
  }));

const contactHits = ({ contacts }: main['schemas']['ContactsResponse']): Hit[] =>
  contacts.map((contact) => ({
    id: contact.contact_id,
    label: joined([contact.first_name, contact.last_name], ' ') || 'Unnamed Contact',
    description: joined(
      [contact.job_title, contact.company_name, contact.email, contact.phone_number && phone(contact.phone_number)],
      ' · ',
    ),
    icon: IconAddressBook,
    to: paths.contact(contact.contact_id),
    text: textOf(
      `${contact.first_name} ${contact.last_name}`,
      contact.email,
      contact.company_name,
      contact.title,
      contact.job_title,
      contact.phone_number,
      numbersOf(contact.phone_number, contact.phone_number2, contact.mobile_number, contact.fax_number),
    ),
  }));

const companyHits = ({ companies }: main['schemas']['CompaniesResponse']): Hit[] =>
  companies.map((company) => ({
    id: company.company_id,
    label: company.company_name,
    description: joined([company.industry, joined([company.office_city, company.office_state], ', ')], ' · '),
    icon: IconBuilding,
    to: paths.company(company.company_id),
    text: textOf(company.company_name),
  }));

/** Whether `text` (lower case) contains every word of `typed`, or its digits as a phone number. */
export function fits(text: string, typed: string): boolean {
  const number = phoneDigits(typed) ?? '';
  if (number.length >= 3 && text.includes(number)) return true;
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The firm's records that match, by kind. `asked` is the text of the last request, `typed` the current input. */
export function useSearch(asked: string, typed: string) {
  const enabled = asked.length >= leastLetters && typed.length >= leastLetters;
  const answers = [
    { group: 'Projects', ...useQuery({ ...searchProjectsQuery(asked), enabled, select: projectHits }) },
    { group: 'Properties', ...useQuery({ ...searchPropertiesQuery(asked), enabled, select: propertyHits }) },
    { group: 'Contacts', ...useQuery({ ...searchContactsQuery(asked), enabled, select: contactHits }) },
    { group: 'Companies', ...useQuery({ ...searchCompaniesQuery(asked), enabled, select: companyHits }) },
  ];
  return {
    // Results of the previous input stay only while they match, so that Enter never opens another one.
    groups: answers.map(({ group, data }) => {
      const hits = enabled ? (data ?? []) : [];
      return { group, hits: asked === typed ? hits : hits.filter(({ text }) => fits(text, typed)) };
    }),
    searching: enabled && (asked !== typed || answers.some(({ isFetching }) => isFetching)),
    failed: answers.flatMap(({ group, isError }) => (enabled && isError ? [group] : [])),
  };
}
