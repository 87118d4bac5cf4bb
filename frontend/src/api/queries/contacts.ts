import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** The firm's directory. */
export const contactsQuery = queryOptions({ ...get('main', '/api/get_all_contacts'), select: (answer) => answer.contacts });

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
