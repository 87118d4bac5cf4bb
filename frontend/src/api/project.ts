import { queryOptions } from '@tanstack/react-query';
import { mainApi, unwrap } from './client';

/** A project's own data: its name for headings and links, its submarket for the map. */
export const projectOf = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    staleTime: 60_000,
    queryFn: async () =>
      (await unwrap(mainApi.GET('/api/get_project_data', { params: { query: { project_id: projectId } } }))).project_data,
  });
