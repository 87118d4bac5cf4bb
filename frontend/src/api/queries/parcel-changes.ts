import { queryOptions } from '@tanstack/react-query';
import { get, pages } from './query';

/** How many changes of parcels the user has not read, and the newest change. */
export const unreadParcelChangesQuery = queryOptions(get('main', '/api/parcel_changes', { limit: 1 }));

/** What imports changed of the firm's saved and discarded parcels, newest first, paged. */
export const parcelChangesQuery = pages('main', '/api/parcel_changes', {});

/** How often the user gets a mail of changes, and since when there is a feed. */
export const parcelWatchQuery = queryOptions(get('main', '/api/parcel_watch'));
