import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parcelApi, sentenceOf, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/parcel-lookup';
import type { BuildableOptions } from '../../../api/queries/parcels';
import type { Area } from '../criteria/run/area';
import type { Criteria, Gate } from '../criteria/types';
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

const usual: Wanted = { minAcres: 10, maxOwners: 3, maxParcels: 20, acrossStreets: true };

/** Least acres that can be asked for. */
export const leastAcres = 0.1;

/** What is searched for at first: no more acres than the project's requirement of the site size allows. */
export function usualOf(size: Gate | undefined): Wanted {
  const acres = size?.min ?? Math.min(usual.minAcres, size?.max ?? Infinity);
  return { ...usual, minAcres: Math.max(leastAcres, acres) };
}

/** What is searched for, and where. */
export interface AssemblageSearch {
  readonly wanted: Wanted;
  readonly area: Area;
  /** Only parcels that match are part of a site. */
  readonly filter: string | undefined;
  /** By which sites are judged; undefined if they are not. */
  readonly criteria: Criteria | undefined;
  /** The growth simulation that the criteria ask. */
  readonly growthRunId: string | null;
}

/** The last search of a project, and what came of it: nothing yet while it is under way. */
interface LastSearch {
  readonly search: AssemblageSearch;
  readonly result?: SearchResult;
  /** Why there is no result. */
  readonly failure?: string;
}

/** Searches, and keeps what was found while another view of the drawer is open. */
export function useAssemblageSearch(projectId: string) {
  const client = useQueryClient();
  const queryKey = ['assemblage_search', projectId];
  // Shapes may be many, and are never changed.
  const { data: last } = useQuery<LastSearch>({ queryKey, queryFn: skipToken, gcTime: Infinity, structuralSharing: false });

  /** Not when somebody else has signed in meanwhile: what is kept is dropped then. */
  function answered(answer: LastSearch): void {
    client.setQueryData<LastSearch>(queryKey, (before) => before && answer);
  }

  const { mutate } = useMutation({
    onMutate: (search) => void client.setQueryData<LastSearch>(queryKey, { search }),
    onSuccess: (result, search) => answered({ search, result }),
    onError: (reason, search) => answered({ search, failure: sentenceOf(reason, 'The search failed. Please try again.') }),
    mutationFn: ({ wanted, area, filter, criteria, growthRunId }: AssemblageSearch) =>
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
            ...(criteria && { criteria, ...(growthRunId !== null && { growth_run_id: growthRunId }) }),
          },
        }),
      ),
  });
  return { last, start: mutate };
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
    mutationFn: async ({ summary, options }: { readonly summary: Summary; readonly options: BuildableOptions }) => {
      const ll_uuids = await identitiesOf(summary);
      const [site, buildable] = await Promise.all([
        unwrap(parcelApi.POST('/assemblages', { body: { ll_uuids } })),
        unwrap(parcelApi.POST('/buildable', { body: { ll_uuids, ...options } })),
      ]);
      return { site, buildable };
    },
  });
}
