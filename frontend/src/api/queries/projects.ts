import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, pages } from './query';

/** Filters of the list of projects; null disables one. */
export interface ProjectFilters {
  readonly status: string | null;
  readonly category: string | null;
  /** FIPS code. */
  readonly state: string | null;
}

export const noFilters: ProjectFilters = { status: null, category: null, state: null };

/** The firm's matching projects, paged. */
export const projectsQuery = (words: string, { status, category, state }: ProjectFilters) =>
  pages('main', '/api/projects', {
    q: words || undefined,
    status: status ?? undefined,
    category: category ?? undefined,
    state: state ?? undefined,
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
