import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/main-api';
import { get, pages } from './query';

type ProjectsView = components['schemas']['ProjectsView'];

/** The filter as parameters of the list. */
export const projectsOf = ({ q, status, category, state, tag, assigned_to }: ProjectsView['filter']) => ({
  q: q || undefined,
  status: status ?? undefined,
  category: category ?? undefined,
  state: state ?? undefined,
  ...(tag && { tag }),
  ...(assigned_to && { assigned_to }),
});

/** The firm's matching projects, paged. */
export const projectsQuery = (filter: ProjectsView['filter'], sort: ProjectsView['sort']) =>
  pages('main', '/api/projects', {
    ...projectsOf(filter),
    // The newest first if it is not named.
    ...(sort !== '-created' && { sort }),
  });

/** What projects can be filtered by. */
export const projectFiltersQuery = queryOptions(get('main', '/api/get_project_filters'));

/** Matching projects, for selection. */
export const matchingProjectsQuery = (words: string) =>
  queryOptions({
    ...get('main', '/api/projects', { q: words || undefined, limit: 100 }),
    placeholderData: keepPreviousData,
    select: (answer) => answer.projects,
  });

/** A project's data: its name for headings and links, its submarket for the map. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    ...get('main', '/api/get_project_data', { project_id: projectId }),
    staleTime: 60_000,
    select: (answer) => answer.project_data,
  });
