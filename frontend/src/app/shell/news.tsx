import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mainApi, unwrap } from '../../api/client';
import {
  parcelChangesQuery,
  searchMatchesQuery,
  unreadParcelChangesQuery,
  unreadSearchMatchesQuery,
} from '../../api/queries/parcel-changes';
import { DueSteps, DueTasks } from './due-tasks';
import { NoteMentions } from './note-mentions';
import { ParcelChanges } from './parcel-changes';
import { SearchMatches } from './search-matches';

/** Notes that mention the user, tasks and next steps that are due, and what imports changed: of what saved searches find, and of the firm's parcels. What is shown counts as read. */
export function News({ onFollow }: { readonly onFollow: () => void }) {
  useReading();
  return (
    <>
      <NoteMentions onFollow={onFollow} />
      <DueTasks onFollow={onFollow} />
      <DueSteps onFollow={onFollow} />
      <SearchMatches onFollow={onFollow} />
      <ParcelChanges onFollow={onFollow} />
    </>
  );
}

/** Marks everything up to the newest entry as read, once both lists are shown; what is shown as new stays so until the lists are loaded again. */
function useReading(): void {
  const cache = useQueryClient();
  const changes = useInfiniteQuery(parcelChangesQuery).data?.pages[0]?.parcel_changes;
  const matches = useInfiniteQuery(searchMatchesQuery).data?.pages[0]?.search_matches;
  const unread = changes && matches && newest(changes[0], matches[0]);
  useEffect(() => {
    if (!unread) return;
    unwrap(mainApi.POST('/api/read_parcel_changes', { body: { change_id: unread } })).then(
      (left) => {
        cache.setQueryData(unreadParcelChangesQuery.queryKey, (known) => known && { ...known, unread: left.unread });
        cache.setQueryData(unreadSearchMatchesQuery.queryKey, (known) => known && { ...known, unread: left.unread_matches });
      },
      // They stay unread, and the bell says so.
      () => undefined,
    );
  }, [unread, cache]);
}

/** Both kinds are numbered together, from 1; 0 if everything is read. */
function newest(
  change: { readonly change_id: number; readonly is_read: boolean } | undefined,
  match: { readonly match_id: number; readonly is_read: boolean } | undefined,
): number {
  return Math.max(change?.is_read === false ? change.change_id : 0, match?.is_read === false ? match.match_id : 0);
}
