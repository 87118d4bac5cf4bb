import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** Map configuration: base maps and tiles. */
export const mapConfigQuery = queryOptions({ ...get('parcel', '/map_config'), staleTime: Infinity });

/** The record of a parcel. */
export const parcelQuery = (llUuid: string) =>
  queryOptions({ ...get('parcel', '/parcels/{ll_uuid}', { ll_uuid: llUuid }), staleTime: Infinity });

/** Everything that the owner of a parcel has. */
export const ownerGroupQuery = (llUuid: string) => queryOptions(get('parcel', '/parcels/{ll_uuid}/owner_group', { ll_uuid: llUuid }));

/** The first parcels of a selection. */
export const selectedParcelsQuery = (selection: string) =>
  queryOptions({ ...get('parcel', '/parcel_selections/{selection_id}', { selection_id: selection, limit: 1000 }), staleTime: Infinity });

/** Matching places, nearest to the spot first if one is given. */
export const placesQuery = (words: string, near: { readonly lat: number; readonly lon: number } | undefined) =>
  queryOptions({
    ...get('parcel', '/places', { q: words, ...near, limit: 8 }),
    staleTime: 60_000,
    select: (answer) => answer.places,
  });
