import { queryOptions } from '@tanstack/react-query';
import { get, pages } from './query';

/** How many changes of parcels the user has not read, and the newest change. */
export const unreadParcelChangesQuery = queryOptions(get('main', '/api/parcel_changes', { limit: 1 }));

/** What imports changed of the firm's saved and discarded parcels, newest first, paged. */
export const parcelChangesQuery = pages('main', '/api/parcel_changes', {});

/** How many entries about saved searches the user has not read, and the newest one. */
export const unreadSearchMatchesQuery = queryOptions(get('main', '/api/search_matches', { limit: 1 }));

/** How many parcels newly match the saved searches of the firm's projects after imports, newest first, paged. */
export const searchMatchesQuery = pages('main', '/api/search_matches', {});

/** How often the user gets a mail of changes, and since when there is a feed. */
export const parcelWatchQuery = queryOptions(get('main', '/api/parcel_watch'));
