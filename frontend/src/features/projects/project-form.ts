import type { Project } from './api';

export const projectTypes = [
  'Site Selection',
  'Site Selection - Open Search',
  'Site Selection - Industrial/Manufacturing',
  'Site Selection - Industrial/Logistics',
  'Site Selection - Office/General',
  'Site Selection - Retail/General',
  'Site Selection - Retail/Medical',
  'Site Selection - Retail/Restaurant',
] as const;

export const marketTypes = ['Industrial', 'Office', 'Retail'] as const;

export const additionalFilters = [
  'None',
  'Close to public transport',
  'High foot traffic',
  'Zoning compatibility',
  'Multiple buildings on site',
  'Restrict from FEMA flood zones',
  'Abandoned buildings on site',
] as const;

/** Values of the form: selects by value, numbers as typed. */
export interface ProjectDraft {
  readonly name: string;
  readonly type: string | null;
  readonly description: string;
  readonly state: string | null;
  readonly county: string | null;
  readonly market: string | null;
  readonly submarket: string | null;
  readonly marketType: string | null;
  readonly sqftMin: string;
  readonly sqftMax: string;
  readonly siteMin: string;
  readonly siteMax: string;
  readonly clearHeight: string;
  readonly filter: string | null;
}

export const emptyDraft: ProjectDraft = {
  name: '',
  type: 'Site Selection',
  description: '',
  state: null,
  county: null,
  market: null,
  submarket: null,
  marketType: null,
  sqftMin: '',
  sqftMax: '',
  siteMin: '',
  siteMax: '',
  clearHeight: '',
  filter: 'None',
};

/** Stands for an empty description. */
export const noDescription = 'No description provided';

/** Whether the user has changed the draft. */
export function isChanged(draft: ProjectDraft, before: ProjectDraft): boolean {
  return (Object.keys(before) as (keyof ProjectDraft)[]).some((field) => draft[field] !== before[field]);
}

/** Applies a selection: a new state clears county, market and submarket; a new market clears the submarket. */
export function withChoice(draft: ProjectDraft, choice: Partial<ProjectDraft>): ProjectDraft {
  const next = { ...draft, ...choice };
  if ('state' in choice && choice.state !== draft.state) return { ...next, county: null, market: null, submarket: null };
  if ('market' in choice && choice.market !== draft.market) return { ...next, submarket: null };
  return next;
}

/** The validation error of the draft; undefined if it is valid. */
export function refusal(draft: ProjectDraft): string | undefined {
  const { name } = withoutTestMarker(draft.name);
  return name === '' || !draft.state || !draft.type ? 'Project name, state and type are required' : undefined;
}

/** Removes the marker `--test-url`, in any case, from a name. */
export function withoutTestMarker(typed: string): { name: string; marked: boolean } {
  const bare = typed.replace(/--test-url/gi, '');
  if (bare === typed) return { name: typed.trim(), marked: false };
  return { name: bare.replace(/\s+/g, ' ').trim(), marked: true };
}

/** The body of `create_project`: empty optional fields as null, with the specification's defaults. */
export function createBody(draft: ProjectDraft) {
  return { ...fields(draft), status: 'active', progress: 20, use_test_webhook: withoutTestMarker(draft.name).marked };
}

/** The body of `update_project`; only here are status and progress edited. */
export function updateBody(draft: ProjectDraft, project: Project, status: string, progress: number) {
  return { ...fields(draft), project_id: project.project_id, status, progress };
}

function fields(draft: ProjectDraft) {
  return {
    project_name: withoutTestMarker(draft.name).name,
    category: draft.type ?? '',
    description: draft.description.trim() || noDescription,
    state: draft.state ?? '',
    county: draft.county,
    market: number(draft.market),
    submarket: number(draft.submarket),
    market_type: draft.marketType,
    bldg_sqft_min: number(draft.sqftMin),
    bldg_sqft_max: number(draft.sqftMax),
    site_size_min: number(draft.siteMin),
    site_size_max: number(draft.siteMax),
    clear_height: number(draft.clearHeight),
    additional_filter: draft.filter ?? 'None',
  };
}

function number(typed: string | null): number | null {
  const text = (typed ?? '').replaceAll(',', '').trim();
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
}

/** The draft that edits a project. */
export function draftOf(project: Project): ProjectDraft {
  const word = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
  return {
    name: project.project_name,
    type: project.category ?? null,
    description: project.description === noDescription ? '' : project.description,
    state: project.state ?? null,
    county: project.county ?? null,
    market: word(project.market) || null,
    submarket: word(project.submarket) || null,
    marketType: project.market_type ?? null,
    sqftMin: word(project.bldg_sqft_min),
    sqftMax: word(project.bldg_sqft_max),
    siteMin: word(project.site_size_min),
    siteMax: word(project.site_size_max),
    clearHeight: word(project.clear_height),
    filter: project.additional_filter,
  };
}
