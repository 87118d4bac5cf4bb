import {
  IconAddressBook,
  IconBuilding,
  IconChecklist,
  IconDownload,
  IconFileText,
  IconKeyboard,
  IconLayoutKanban,
  IconLogout,
  IconMail,
  IconMap2,
  IconPalette,
  IconPlus,
  IconReceipt,
  IconSearch,
  IconTemplate,
  IconTrendingUp,
  IconUser,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { projectQuery } from '../../api/queries/projects';
import type { components } from '../../api/generated/property-api';
import { allPropertiesQuery } from '../../api/queries/properties';
import { useExportCompanies, useExportContacts } from '../../features/directory/use-exports';
import { formats, type Format } from '../../features/parcel-map/export/formats';
import { useExportProjects } from '../../features/projects/api';
import { paths } from '../../lib/paths';
import { chooseProjectTab, type ProjectTab } from '../../lib/project-tabs';
import { currentEmail, rememberedProject } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import { fileFormats, type FileFormat } from '../../ui/file-formats';
import { selectionCommands } from './selection-commands';
import { places } from './sidebar';
import { themes, useTheme } from './use-theme';
import { useLogout } from './use-logout';
import type { Hit } from './use-search';

interface CommandOptions extends Pick<Hit, 'description' | 'names' | 'quiet' | 'run' | 'state'> {
  readonly id?: string;
}

/** A command: opens `to` or runs. `names` are what else people call it. */
const command = (label: string, icon: Hit['icon'], to: string, options: CommandOptions = {}): Hit => {
  const names = [label, ...(options.names ?? [])];
  return { id: label, label, icon, to, ...options, names, text: [...names, options.description ?? ''].join(' ').toLowerCase() };
};

const going: readonly Hit[] = [
  ...places.map(({ label, to, icon }) => command(label, icon, to, { id: to, names: [`Go to ${label}`] })),
  command('Letters', IconFileText, paths.letters(), { id: paths.letters(), names: ['Go to Letters'] }),
  command('Deals', IconLayoutKanban, paths.deals({}), { names: ['Go to Deals', 'Pipeline of all projects'] }),
  command('Tasks', IconChecklist, paths.tasks(), { names: ['Go to Tasks', 'To do'] }),
  command('Comparable sales', IconReceipt, paths.sales(), { names: ['Go to Comparable sales', 'Comps'] }),
  command('Emails to contacts', IconMail, paths.emailContacts, { names: ['Go to Emails to contacts', 'Campaigns to contacts'] }),
  command('Templates of letters', IconFileText, paths.letterTemplates, { names: ['Go to Templates', 'Letter templates'] }),
  command('Regional Growth Prediction', IconTrendingUp, paths.growth, { names: ['Go to Growth'] }),
  command('Change Password', IconUser, paths.profileTab('password'), { quiet: true }),
  command('Access Tokens', IconUser, paths.profileTab('tokens'), { quiet: true, names: ['Go to Access Tokens'] }),
  command('Notifications', IconUser, paths.profileTab('notifications'), { quiet: true, names: ['Go to Notifications'] }),
];

const making: readonly Hit[] = [
  command('New project', IconPlus, paths.newProject, { names: ['Create project', 'Add project'] }),
  command('Add contact', IconAddressBook, paths.newContact, { names: ['New contact', 'Create contact'] }),
  command('Add company', IconBuilding, paths.newCompany, { names: ['New company', 'Create company'] }),
  command('New template', IconTemplate, paths.newLetterTemplate, { names: ['Create template', 'Add template', 'New letter template'] }),
  command('Add sale', IconReceipt, paths.newSale, { names: ['New sale', 'Create sale', 'Add comparable sale', 'Add comp'] }),
  // Its description is help, not a text to be found by.
  {
    ...command('Add task', IconChecklist, paths.deals({}), { names: ['New task', 'Create task'] }),
    description: 'Choose its property, or type the address after it',
  },
];

/** What the form of tasks on a property's page is told. */
export const toTask = { toTask: true } as const;

/** What can be made on the current property's page: its letter, and a task. */
function makingHere(pathname: string, project: string | null): readonly Hit[] {
  const parcel = /^\/property\/([^/]+)$/.exec(pathname)?.[1];
  if (!parcel) return [];
  const number = decodeURIComponent(parcel);
  return [
    command('Create LOI for this property', IconFileText, paths.letter(number, project)),
    command('Add task for this property', IconChecklist, paths.property(number, { project_id: project }), {
      names: ['New task', 'Create task'],
      state: toTask,
    }),
  ];
}

/** Files of all contacts, companies and projects; listed when they are searched. */
function useListExports(): readonly Hit[] {
  const contacts = useExportContacts();
  const companies = useExportCompanies();
  const projects = useExportProjects();
  const lists = [
    { list: 'contacts', save: (format: FileFormat) => contacts.mutate({ format, filter: {} }) },
    { list: 'companies', save: (format: FileFormat) => companies.mutate({ format, filter: {} }) },
    { list: 'projects', save: (format: FileFormat) => projects.mutate({ format, filter: {} }) },
  ];
  return lists.flatMap(({ list, save }) =>
    fileFormats.map(({ format, label }) =>
      command(`Export ${list}: ${label}`, IconDownload, '', { names: [`Download ${list}`], quiet: true, run: () => save(format) }),
    ),
  );
}

export interface Commands {
  /** For what is selected in the list or on the map. */
  readonly ofSelection: readonly Hit[];
  /** Of the current project, or else the last one. */
  readonly inProject: readonly Hit[];
  readonly actions: readonly Hit[];
  readonly goTo: readonly Hit[];
}

/** The commands of the current place. `opened`: whether they are shown. */
export function useCommands(opened: boolean, onHelp: () => void): Commands {
  const { pathname, search } = useLocation();
  const { theme, choose } = useTheme();
  const logout = useLogout();
  const here = new URLSearchParams(search).get('project_id');
  const project = here ?? rememberedProject();
  const inProject = useProjectCommands(project, opened);
  const exports = useListExports();
  return {
    ofSelection: opened ? selectionCommands() : [],
    inProject: project ? inProject : [],
    actions: [
      ...makingHere(pathname, here),
      ...making,
      ...exports,
      command('Keyboard shortcuts', IconKeyboard, '', { id: 'keys', names: ['Keys', 'Help'], run: onHelp }),
      ...themes
        .filter(({ value }) => value !== theme)
        .map(({ value, label }) =>
          command(`${label} theme`, IconPalette, '', { names: [`Theme: ${label}`], quiet: true, run: () => choose(value) }),
        ),
      command('Log out', IconLogout, '', { names: ['Sign out'], quiet: true, run: logout }),
    ],
    goTo: going,
  };
}

/** What can be done in a project from anywhere. */
function useProjectCommands(projectId: string | null, opened: boolean): readonly Hit[] {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const notice = useNotice();
  const id = projectId ?? '';
  const { data } = useQuery({ ...projectQuery(id), enabled: opened && projectId !== null });
  const name = data?.project_name ?? undefined;
  const about = name === undefined ? {} : { description: name };

  async function toTab(tab: ProjectTab): Promise<void> {
    chooseProjectTab(tab);
    await navigate(paths.project(id, name));
  }

  /** Calls `act` with the project's properties; says why if there are none. */
  async function withProperties(act: (properties: readonly components['schemas']['PropertyRow'][]) => unknown, failure: string) {
    try {
      const { properties } = await cache.query(allPropertiesQuery(id, {}, 'added'));
      if (properties.length === 0) notice.alert('The project has no properties yet.');
      else await act(properties);
    } catch (reason) {
      notice.alert(sentenceOf(reason, failure));
    }
  }

  const makeLetters = () =>
    withProperties(
      (properties) => navigate(paths.newLetters(id), { state: { propertyIds: properties.map(({ property_id }) => property_id) } }),
      'The properties could not be loaded.',
    );

  const exportAs = (format: Format) =>
    withProperties(async (properties) => {
      const { saveProperties } = await import('../../features/parcel-map/export/save-properties');
      const lacking = await saveProperties(properties, format);
      if (lacking !== undefined) notice.alert(lacking);
    }, 'The parcels could not be exported. Please try again.');

  return [
    command('Open map', IconMap2, paths.map(id), { ...about, names: ['Go to Map'] }),
    command('Properties', IconBuilding, '', { ...about, names: ['Go to Properties'], run: () => toTab('properties') }),
    command('Pipeline', IconLayoutKanban, '', { ...about, names: ['Go to Pipeline', 'Board'], run: () => toTab('pipeline') }),
    command('Letters of the project', IconFileText, paths.letters(id), about),
    command('Run search', IconSearch, '', {
      ...about,
      names: ['Search for sites', 'Search parcels'],
      run: () => navigate(paths.map(id), { state: { toSearch: true } }),
    }),
    command('Make letters', IconFileText, '', { ...about, names: ['Create LOIs', 'New letters'], run: makeLetters }),
    command('Email campaign', IconMail, paths.emailCampaign(id, { email: currentEmail() }), { ...about, names: ['New campaign'] }),
    ...formats.map(({ format, label }, place) =>
      command(`Export properties: ${label}`, IconDownload, '', { ...about, quiet: place > 0, run: () => exportAs(format) }),
    ),
  ];
}
