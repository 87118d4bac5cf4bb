import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components, paths } from '../generated/main-api';
import { get, pages } from './query';

export type ContactSort = NonNullable<NonNullable<paths['/api/get_all_contacts']['get']['parameters']['query']>['sort']>;

/** The filter as parameters of the list. */
export const contactsOf = ({ q, tag, assigned_to, company_name }: components['schemas']['ContactFilter']) => ({
  ...(q && { q }),
  ...(tag && { tag }),
  ...(assigned_to && { assigned_to }),
  ...(company_name && { company_name }),
});

/** Matching contacts of the directory, paged. */
export const contactsQuery = (filter: components['schemas']['ContactFilter'], sort: ContactSort) =>
  pages('main', '/api/get_all_contacts', { sort, ...contactsOf(filter) });

/** How many contacts match, also above 10,000: the list does not wait for it. */
export const contactCountQuery = (filter: components['schemas']['ContactFilter']) =>
  queryOptions({
    ...get('main', '/api/get_all_contacts', { ...contactsOf(filter), limit: 1, exact_total: true }),
    select: (answer) => answer.total,
  });

/** Tags that contacts have. */
export const contactFiltersQuery = get('main', '/api/get_contact_filters');

/** One contact of the directory, unless it was removed. */
export const contactQuery = (contactId: string) =>
  queryOptions({ ...get('main', '/api/get_all_contacts', { contact_id: contactId }), select: (answer) => answer.contacts.at(0) });

/** Matching contacts of the directory, for selection. */
export const matchingContactsQuery = (words: string) =>
  queryOptions({
    ...get('main', '/api/get_all_contacts', { q: words || undefined, limit: 100 }),
    placeholderData: keepPreviousData,
    select: (answer) => answer.contacts,
  });

/** The contacts linked to a property, by id. */
export const propertyContactsQuery = (ids: readonly string[]) =>
  queryOptions({
    ...get('property', '/get_contacts', { contact_ids: ids.join(',') }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    select: (answer) => answer.contacts,
  });

export const suggestionPage = 10;

/** Contacts of the directory that may belong to an owner, paged. */
export const ownerSuggestionsQuery = (ownerName: string | null | undefined, page: number) =>
  queryOptions({
    ...get('property', '/lookup_owner_contacts', {
      owner_name: ownerName ?? '',
      limit: suggestionPage,
      offset: page * suggestionPage,
    }),
    enabled: Boolean(ownerName),
    placeholderData: keepPreviousData,
  });
