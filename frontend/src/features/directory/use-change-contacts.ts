import { useQueryClient } from '@tanstack/react-query';
import { mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { allOf } from '../../api/queries/query';
import { useBulkChange } from './use-bulk-change';

type ContactsChange = components['schemas']['ContactsChange'];
type ContactFilter = components['schemas']['ContactFilter'];

/** Which contacts: the selected ones, or all that match, with their number as the user saw it. */
export type ContactsTarget = { readonly contact_ids: string[] } | { readonly filter: ContactFilter; readonly seen: number | null };

/** Changes many contacts, with 'Undo'. */
export function useChangeContacts() {
  const cache = useQueryClient();
  return useBulkChange<ContactsTarget, ContactsChange>({
    one: 'contact',
    many: 'contacts',
    listChanged: 'contact.list_changed',
    send: (target, change) => unwrap(mainApi.POST('/api/change_contacts', { body: { ...target, change } })),
    undo: (command_id) => unwrap(mainApi.POST('/api/undo_change_contacts', { body: { command_id } })),
    refresh: () =>
      Promise.all([
        cache.invalidateQueries(allOf(['main', '/api/get_all_contacts'])),
        cache.invalidateQueries(allOf(['main', '/api/get_contact_filters'])),
      ]),
  });
}
