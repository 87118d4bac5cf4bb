import { queryOptions } from '@tanstack/react-query';
import type { MultiPolygon, Polygon } from 'geojson';
import { mainApi, unwrap } from '../client';
import { projectQuery } from './projects';
import { get } from './query';

/** The parcels on a project's map. */
export const markersQuery = (projectId: string) =>
  queryOptions({ ...get('main', '/api/get_markers', { project_id: projectId }), select: (answer) => answer.markers });

/** The outlines of all parcels that are saved in a project. */
export const parcelOutlinesQuery = (projectId: string) =>
  queryOptions({ ...get('main', '/api/get_parcel_outlines', { project_id: projectId }), staleTime: Infinity });

/** The parcels of a project with their facts and outlines, and those that it discarded. */
export const projectParcelsQuery = (projectId: string) => queryOptions(get('main', '/api/project_parcels', { project_id: projectId }));

/** Identities of the parcels that a project has and that it discarded. */
export const reviewedParcelsQuery = (projectId: string) => queryOptions(get('main', '/api/reviewed_parcels', { project_id: projectId }));

/** Where the firm has a parcel. */
export const parcelStatusQuery = (llUuid: string) => queryOptions(get('main', '/api/parcel_status', { ll_uuid: llUuid }));

/** The outline of one parcel saved in a project. */
export const parcelOutlineQuery = (projectId: string, parcel: { readonly parcelnumb: string; readonly ll_uuid?: string }) =>
  queryOptions({
    ...get('main', '/api/get_parcel_polygon', { parcelnumb: parcel.parcelnumb, project_id: projectId, ll_uuid: parcel.ll_uuid }),
    staleTime: Infinity,
  });

/** Who is to be named for the outline of a project's submarket; null when the project has none. */
export const submarketSourceQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['main', '/api/get_submarket_source', { project_id: projectId }],
    staleTime: Infinity,
    queryFn: async ({ client, signal }) => {
      const { submarket_id } = await client.query(projectQuery(projectId));
      if (!submarket_id) return null;
      return unwrap(mainApi.GET('/api/get_submarket_source', { params: { query: { submarket_id } }, signal }));
    },
  });

/** The outline of a project's submarket; null when the project has none. */
export const submarketOutlineQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['main', '/api/get_submarket_polygon', { project_id: projectId }],
    staleTime: Infinity,
    queryFn: async ({ client, signal }) => {
      const { submarket_id } = await client.query(projectQuery(projectId));
      if (!submarket_id) return null;
      const { geometry } = await unwrap(mainApi.GET('/api/get_submarket_polygon', { params: { query: { submarket_id } }, signal }));
      return geometry as Polygon | MultiPolygon;
    },
  });
