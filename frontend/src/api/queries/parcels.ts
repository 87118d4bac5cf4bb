import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** Which street map lies under everything. */
export const mapConfigQuery = queryOptions({ ...get('parcel', '/map_config'), staleTime: Infinity });

/** The record of a parcel. */
export const parcelQuery = (llUuid: string) =>
  queryOptions({ ...get('parcel', '/parcels/{ll_uuid}', { ll_uuid: llUuid }), staleTime: Infinity });

/** Places that match, those near the spot first; without a spot in no order of distance. */
export const placesQuery = (words: string, near: { readonly lat: number; readonly lon: number } | undefined) =>
  queryOptions({
    ...get('parcel', '/places', { q: words, ...near, limit: 8 }),
    staleTime: 60_000,
    select: (answer) => answer.places,
  });
