import { useMutation } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/parcel-lookup';
import type { Area } from '../criteria/run/area';
import { identitiesOf, type Summary } from '../selection/api';

export type Assemblage = components['schemas']['Assemblage'];
export type AssemblageOwner = components['schemas']['AssemblageOwner'];
export type SearchResult = components['schemas']['AssemblageSearchResult'];

type SearchRequest = components['schemas']['AssemblageSearchRequest'];

/** What is searched for. */
export interface Wanted {
  readonly minAcres: number;
  readonly maxOwners: number;
  readonly maxParcels: number;
  readonly acrossStreets: boolean;
}

export const usual: Wanted = { minAcres: 10, maxOwners: 3, maxParcels: 20, acrossStreets: true };

/** Searches in an area; `filter`: only parcels that match are part of a site. */
export function useAssemblageSearch(projectId: string) {
  return useMutation({
    mutationFn: ({ wanted, area, filter }: { readonly wanted: Wanted; readonly area: Area; readonly filter: string | undefined }) =>
      unwrap(
        parcelApi.POST('/assemblage_searches', {
          body: {
            ...('polygon' in area ? { area: area.polygon as NonNullable<SearchRequest['area']> } : area),
            ...(filter !== undefined && { filter }),
            min_acres: wanted.minAcres,
            max_owners: wanted.maxOwners,
            max_parcels: wanted.maxParcels,
            across_streets: wanted.acrossStreets,
            project_id: projectId,
          },
        }),
      ),
  });
}

/** Keeps adjoining parcels as one site of the firm, which is then added, inspected and worked on as a parcel is. */
export function useKeepSite() {
  return useMutation({
    mutationFn: (ll_uuids: string[]) => unwrap(parcelApi.POST('/sites', { body: { ll_uuids } })),
  });
}

/** Measures the parcels of a selection as one site, and what can be built on it. */
export function useJoin() {
  return useMutation({
    mutationFn: async (summary: Summary) => {
      const ll_uuids = await identitiesOf(summary);
      const [site, buildable] = await Promise.all([
        unwrap(parcelApi.POST('/assemblages', { body: { ll_uuids } })),
        unwrap(parcelApi.POST('/buildable', { body: { ll_uuids } })),
      ]);
      return { site, buildable };
    },
  });
}
