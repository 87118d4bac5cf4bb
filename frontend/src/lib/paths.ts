type Parameters = Readonly<Record<string, string | null | undefined>>;

function withQuery(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Tabs of the profile. */
export const profileTabs = ['profile', 'password', 'tokens', 'notifications', 'operations'] as const;

/** Every path of the app; none is built anywhere else. */
export const paths = {
  login: (next?: string) => withQuery('/login', { next }),
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  contacts: '/contacts',
  /** With the modal for a new one open. */
  newContact: '/contacts?new',
  contact: (contactId: string) => withQuery('/contacts', { contact_id: contactId }),
  companies: '/companies',
  newCompany: '/companies?new',
  company: (companyId: string) => withQuery('/companies', { company_id: companyId }),
  projects: '/projects',
  /** A list with a saved view; properties are those of a project. */
  listView: (place: 'contacts' | 'companies' | 'projects' | 'properties', viewId: string, projectId?: string | null) =>
    place === 'properties' ? withQuery('/project', { project_id: projectId, view: viewId }) : withQuery(`/${place}`, { view: viewId }),
  /** Projects that have a status. */
  projectsOf: (status: string) => withQuery('/projects', { status }),
  newProject: '/projects?new',
  profile: '/profile',
  profileTab: (tab: (typeof profileTabs)[number]) => withQuery('/profile', { tab }),
  growth: '/sleuth-growth',
  /** With an area selected: west, south, east, north in degrees. */
  growthOf: (area: readonly number[]) => withQuery('/sleuth-growth', { area: area.map((edge) => edge.toFixed(4)).join() }),
  /** With a run shown. */
  growthRun: (runId: string) => withQuery('/sleuth-growth', { run: runId }),
  map: (projectId?: string | null) => withQuery('/map', { project_id: projectId }),
  /** With the panel of the parcel open. */
  parcelOnMap: (projectId: string | undefined, llUuid: string) => withQuery('/map', { project_id: projectId, ll_uuid: llUuid }),
  /** With a saved search applied. */
  searchOnMap: (projectId: string, searchId: string) => withQuery('/map', { project_id: projectId, search_id: searchId }),
  /** With the results of a run of the project's search. */
  runOnMap: (projectId: string, runId: string) => withQuery('/map', { project_id: projectId, search: runId }),
  project: (projectId: string, projectName?: string | null) => withQuery('/project', { project_id: projectId, project_name: projectName }),
  /** Parcel numbers may contain spaces, dots and slashes. A note, a task or a file (its path) is brought into view. */
  property: (
    parcelNumber: string,
    parameters: { project_id?: string | null; email?: string | null; note_id?: string; task_id?: string; file?: string } = {},
  ) => withQuery(`/property/${encodeURIComponent(parcelNumber)}`, parameters),
  /** `copyOf`: id of a version to start from. */
  letter: (parcelNumber: string, projectId?: string | null, copyOf?: string) =>
    withQuery('/letter-of-intent', { parcel_number: parcelNumber, project_id: projectId, copy_of: copyOf }),
  /** The e-mail view for an address, with preselected files of the property. */
  email: (parcelNumber: string, projectId?: string | null, address?: string | null, files: readonly string[] = []) => {
    const path = withQuery('/email', { address, project_id: projectId, parcel_number: parcelNumber });
    return files.reduce((so, file) => `${so}&file=${encodeURIComponent(file)}`, path);
  },
  /** The e-mail view with a message of the property in view. */
  sentEmail: (parcelNumber: string, projectId: string, emailId: string) =>
    withQuery('/email', { project_id: projectId, parcel_number: parcelNumber, email_id: emailId }),
  emailCampaign: (projectId: string, parameters: { email?: string | null; parcel_number?: string | null } = {}) =>
    withQuery('/email_campaign', { project_id: projectId, ...parameters }),
  /** Mail to contacts, which the page gets as the navigation's state. */
  emailContacts: '/email_campaign?to=contacts',
  /** Numbered letters of a project, or of the firm. */
  letters: (projectId?: string | null, parameters: Parameters = {}) => withQuery('/letters', { project_id: projectId, ...parameters }),
  /** Deals of all projects or of one, by filters. */
  deals: (parameters: Parameters) => withQuery('/deals', parameters),
  /** Tasks: the user's, or those of the filters. */
  tasks: (parameters: { person?: string; due?: string; done?: string; project_id?: string } = {}) => withQuery('/tasks', parameters),
  /** The firm's comparable sales; `comp_id` opens one that `q` finds. */
  sales: (parameters: { q?: string | null; comp_id?: string } = {}) => withQuery('/sales', parameters),
  /** With the form of a new one open. */
  newSale: '/sales?new',
  /** Templates of letters. */
  letterTemplates: '/letters/templates',
  /** With the dialog of a new one open. */
  newLetterTemplate: '/letters/templates?new',
  letterTemplate: (templateId: string) => withQuery('/letters/template', { template_id: templateId }),
  /** Letters for many properties of a project or of several, which the page gets as the navigation's state. */
  newLetters: (projectId?: string) => withQuery('/letters/new', { project_id: projectId }),
  attachment: (file: string) => withQuery('/attachment-viewer', { file }),
} as const;
