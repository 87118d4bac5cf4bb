import { queryOptions } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../client';
import type { components, paths } from '../generated/parcel-lookup';
import { get } from './query';

/** Map configuration: base maps and tiles. */
export const mapConfigQuery = queryOptions({ ...get('parcel', '/map_config'), staleTime: Infinity });

/** The record of a parcel. */
export const parcelQuery = (llUuid: string) =>
  queryOptions({ ...get('parcel', '/parcels/{ll_uuid}', { ll_uuid: llUuid }), staleTime: Infinity });

/** A site that the firm keeps as one, with its measures and owners. */
export const siteQuery = (siteId: string) => queryOptions(get('parcel', '/sites/{site_id}', { site_id: siteId }));

/** What a net buildable area is calculated with. */
export type BuildableOptions = NonNullable<paths['/parcels/{ll_uuid}/buildable']['get']['parameters']['query']>;

/** How often a calculation is repeated while a public service is being asked. */
const whileLoading = 4000;

/** The net buildable area of a parcel. Repeated while layers of public services are being fetched. */
export const buildableQuery = (llUuid: string, options: BuildableOptions) =>
  queryOptions({
    ...get('parcel', '/parcels/{ll_uuid}/buildable', { ll_uuid: llUuid, ...options }),
    placeholderData: (before, query) => (query?.queryKey.some((part) => isOf(part, llUuid)) ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.deductions.some((each) => each.state === 'not_loaded') ? whileLoading : false),
  });

const isOf = (part: unknown, llUuid: string) => typeof part === 'object' && part !== null && 'll_uuid' in part && part.ll_uuid === llUuid;

/** Everything that the owner of a parcel has. */
export const ownerGroupQuery = (llUuid: string) => queryOptions(get('parcel', '/parcels/{ll_uuid}/owner_group', { ll_uuid: llUuid }));

/** Most parcels of a selection that the map shows. */
export const mostSelectedShown = 10_000;
/** Most parcels of an answer. */
const selectedPage = 1000;

/** The parcels of a selection in its order, 10,000 at most. A selection never changes. */
export const selectedParcelsQuery = (selection: string) =>
  queryOptions({
    queryKey: ['parcel', '/parcel_selections/{selection_id}', { selection_id: selection, all: true }] as readonly unknown[],
    queryFn: async ({ signal }) => {
      const all: components['schemas']['ListedParcel'][] = [];
      let count = mostSelectedShown;
      // By places of the list: what no longer exists is missing in a page.
      for (let offset = 0; offset < Math.min(count, mostSelectedShown); offset += selectedPage) {
        const params = { path: { selection_id: selection }, query: { offset, limit: selectedPage } };
        const page = await unwrap(parcelApi.GET('/parcel_selections/{selection_id}', { params, signal }));
        count = page.count;
        all.push(...page.parcels);
      }
      return all;
    },
    staleTime: Infinity,
  });

/** How many parcels of an area match each of some filters. */
export const parcelCountsQuery = (body: components['schemas']['CountsRequest']) =>
  queryOptions({
    queryKey: ['parcel', '/parcel_counts', body],
    queryFn: ({ signal }) => unwrap(parcelApi.POST('/parcel_counts', { body, signal })),
    staleTime: 60_000,
  });

/** Matching places, nearest to the spot first if one is given. */
export const placesQuery = (words: string, near: { readonly lat: number; readonly lon: number } | undefined) =>
  queryOptions({
    ...get('parcel', '/places', { q: words, ...near, limit: 8 }),
    staleTime: 60_000,
    select: (answer) => answer.places,
  });
