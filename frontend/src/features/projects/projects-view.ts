import type { components } from '../../api/generated/main-api';

/** What the list of projects shows: filter and order. */
export type ProjectsView = components['schemas']['ProjectsView'];

/** The list without a saved view. */
export const plainProjects: ProjectsView = { filter: {}, sort: '-created' };

/** Number of active filters besides the search. */
export const filterCount = ({ filter: { status, category, state } }: ProjectsView): number =>
  [status, category, state].filter(Boolean).length;
