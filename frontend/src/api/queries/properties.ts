import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiProblem, isProblem } from '../client';
import type { components } from '../generated/main-api';
import type { paths } from '../generated/property-api';
import { isFault } from '../query-client';
import { markersQuery } from './markers';
import { get, pages } from './query';

/** Identifies a property; the project distinguishes parcels with the same number. */
export interface PropertyRef {
  readonly parcelNumber: string;
  readonly projectId: string | null | undefined;
}

/** As request parameters. */
export const parametersOf = ({ parcelNumber, projectId }: PropertyRef) => ({
  parcel_number: parcelNumber,
  project_id: projectId ?? undefined,
});

/** The parcel was added to the project, but its property has not been created yet (it follows by event). */
export class StillArriving extends ApiProblem {}

/** Retry interval for a property that is not there yet. */
const askAgainAfter = 1_000;
const giveUpAfter = 45;

export const propertyQuery = (key: PropertyRef) => {
  const asked = get('property', '/specific_property', parametersOf(key));
  return queryOptions({
    ...asked,
    queryFn: async (context) => {
      try {
        return await asked.queryFn(context);
      } catch (reason) {
        if (isProblem(reason, 'property.not_found') && (await hasMarker(context, key))) throw new StillArriving(reason.status, reason.body);
        throw reason;
      }
    },
    retry: (failures, error) => failures < giveUpAfter && (error instanceof StillArriving || isFault(error)),
    retryDelay: askAgainAfter,
  });
};

/** Whether a parcel with this number is on the project's map: only then can its property still arrive. */
async function hasMarker({ client }: { client: QueryClient }, { parcelNumber, projectId }: PropertyRef): Promise<boolean> {
  if (!projectId) return false;
  try {
    const saved = await client.query({ ...markersQuery(projectId), staleTime: 0 });
    return saved.some(({ geojson }) => geojson.properties.parcelnumb === parcelNumber);
  } catch (reason) {
    // Without the project no property can arrive.
    if (isProblem(reason, 'project.not_found')) return false;
    throw reason;
  }
}

export type PropertySort = NonNullable<paths['/property_details']['get']['parameters']['query']['sort']>;

/** Which properties of a project; also what a saved view keeps. */
export type PropertyFilter = components['schemas']['PropertyListFilter'];

const filterOf = ({ q, milestones = [], stage_names = [], assigned_to = [], tags = [] }: PropertyFilter) => ({
  q: q || undefined,
  milestone: milestones.length > 0 ? milestones : undefined,
  stage_name: stage_names.length > 0 ? stage_names : undefined,
  assigned_to: assigned_to.length > 0 ? assigned_to : undefined,
  tag: tags.length > 0 ? tags : undefined,
});

/** A project's properties that match, paged. */
export const propertiesQuery = (projectId: string, email: string | null, filter: PropertyFilter, sort: PropertySort) =>
  pages('property', '/property_details', { project_id: projectId, email: email ?? undefined, ...filterOf(filter), sort });

/** All properties of a project that match, in one answer. */
export const allPropertiesQuery = (projectId: string, filter: PropertyFilter, sort: PropertySort) =>
  get('property', '/property_details', { project_id: projectId, ...filterOf(filter), sort });

/** The provider's image. Not retried, because it is optional. */
export const streetViewQuery = (lat: number, lon: number) =>
  queryOptions({ ...get('main', '/api/street_view', { lat, lon }), retry: false, staleTime: 600_000 });
