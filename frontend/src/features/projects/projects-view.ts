import type { components } from '../../api/generated/main-api';
import { counted, grouped } from '../../lib/format';
import type { Project } from './api';

/** What the list of projects shows: filter, order and further fields. */
export type ProjectsView = components['schemas']['ProjectsView'];
export type ProjectColumn = ProjectsView['columns'][number];

/** The list without a saved view. */
export const plainProjects: ProjectsView = { filter: {}, sort: '-created', columns: [] };

/** What the list shows at first at an address: all projects, or those with a status. */
export function projectsShownBy(query: URLSearchParams): ProjectsView {
  const status = query.get('status');
  return status ? { ...plainProjects, filter: { status } } : plainProjects;
}

/** Number of active filters besides the search. */
export const filterCount = ({ filter: { status, category, state, tag, assigned_to } }: ProjectsView): number =>
  [status, category, state, tag, assigned_to].filter(Boolean).length;

/** Fields that can be added to the cards. */
export const moreFields: Readonly<Record<ProjectColumn, string>> = {
  assigned_to: 'Assigned To',
  market_type: 'Market Type',
  building_size: 'Building, sq ft',
  site_size: 'Site, acres',
  clear_height: 'Clear Height, ft',
};

/** What a further field shows of a project; nothing without a value. */
export function shownIn(column: ProjectColumn, project: Project): string | null {
  switch (column) {
    case 'assigned_to':
      return project.assigned_to_name;
    case 'market_type':
      return project.market_type;
    case 'building_size':
      return range(project.bldg_sqft_min, project.bldg_sqft_max);
    case 'site_size':
      return range(project.site_size_min, project.site_size_max);
    case 'clear_height':
      return project.clear_height === null ? null : grouped(project.clear_height);
  }
}

/** '5 to 10', 'from 5', 'up to 10'; nothing without both. */
function range(least: number | null, most: number | null): string | null {
  if (least === null) return most === null ? null : `up to ${grouped(most)}`;
  return most === null ? `from ${grouped(least)}` : `${grouped(least)} to ${grouped(most)}`;
}

type Totals = Omit<components['schemas']['ProjectTotals'], 'count'>;

/** Figures of projects. */
export function totalsWords({ property_count, progress }: Totals): string {
  return [counted(property_count, 'property', 'properties'), progress !== null && `${progress}% progress on average`]
    .filter(Boolean)
    .join(' · ');
}

/** The same of chosen projects. */
export function totalsOf(projects: readonly Project[]): Totals {
  const sum = (of: (project: Project) => number) => projects.reduce((before, each) => before + of(each), 0);
  return {
    property_count: sum(({ property_count }) => property_count),
    progress: projects.length > 0 ? Math.round(sum(({ progress }) => progress) / projects.length) : null,
  };
}
