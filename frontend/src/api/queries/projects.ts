import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** The firm's projects. */
export const projectsQuery = queryOptions({ ...get('main', '/api/projects'), select: (answer) => answer.projects });

/** A project's data: its name for headings and links, its submarket for the map. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    ...get('main', '/api/get_project_data', { project_id: projectId }),
    staleTime: 60_000,
    select: (answer) => answer.project_data,
  });
