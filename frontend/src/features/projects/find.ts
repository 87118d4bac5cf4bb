import type { Project } from './api';
import { statusView } from './status';

/** Search and filters; null disables a filter. */
export interface Wanted {
  readonly words: string;
  readonly status: string | null;
  readonly type: string | null;
  readonly state: string | null;
}

export const everything: Wanted = { words: '', status: null, type: null, state: null };

/** Number of active filters, without the search. */
export function filterCount({ status, type, state }: Wanted): number {
  return [status, type, state].filter((each) => each !== null).length;
}

/** Matching projects: each word of the search occurs in name, description or place. */
export function findProjects(projects: readonly Project[], wanted: Wanted): Project[] {
  const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter((project) => {
    if (wanted.status !== null && statusView(project.status).label !== wanted.status) return false;
    if (wanted.type !== null && project.category !== wanted.type) return false;
    if (wanted.state !== null && project.state_name !== wanted.state) return false;
    const { project_name, description, category, state_name, market_name, submarket_name } = project;
    const text = [project_name, description, category, state_name, market_name, submarket_name].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
