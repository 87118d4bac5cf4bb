import { paths } from './paths';

/** Properties of a project that get letters, in the order of the letters. */
export interface LetterGroup {
  readonly projectId: string;
  readonly propertyIds: readonly string[];
}

/** Properties of projects, each project at the place of its first one. */
export function letterGroups(keys: readonly { readonly project_id: string; readonly property_id: string }[]): readonly LetterGroup[] {
  const groups = new Map<string, string[]>();
  for (const { project_id, property_id } of keys) {
    const known = groups.get(project_id);
    if (known) known.push(property_id);
    else groups.set(project_id, [property_id]);
  }
  return [...groups].map(([projectId, propertyIds]) => ({ projectId, propertyIds }));
}

/** Most letters that are made at once. */
export const mostLetters = 5_000;

/** Most projects in which letters are made at once: each has a preview and a table of its own. */
export const mostLetterProjects = 20;

/** Why letters cannot be made for so many, if they cannot. */
export function tooManyLetters(properties: number, projects: number): string | undefined {
  if (projects > mostLetterProjects) return `Letters can be made in at most ${mostLetterProjects} projects at once.`;
  return properties > mostLetters ? 'At most 5,000 letters are made at once. Select fewer properties.' : undefined;
}

/** The page on which letters for these are made, and what it gets. */
export function toNewLetters(groups: readonly LetterGroup[]): { readonly to: string; readonly state: object } {
  const [first, ...others] = groups;
  return first && others.length === 0
    ? { to: paths.newLetters(first.projectId), state: { propertyIds: first.propertyIds } }
    : { to: paths.newLetters(), state: { groups } };
}
