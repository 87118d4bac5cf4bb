import { useQueries, useQuery } from '@tanstack/react-query';
import {
  IconAddressBook,
  IconBuilding,
  IconChecklist,
  IconFileText,
  IconFilter,
  IconLayoutKanban,
  IconLayoutList,
  IconMail,
  IconMap2,
  IconMapPin,
  IconPolygon,
  IconReceipt,
  IconTemplate,
  IconTrendingUp,
  type Icon,
} from '@tabler/icons-react';
import type { components as main } from '../../api/generated/main-api';
import type { components as parcel } from '../../api/generated/parcel-lookup';
import type { components as property } from '../../api/generated/property-api';
import { growthRunsQuery } from '../../api/queries/growth';
import { letterTemplatesQuery } from '../../api/queries/letter-register';
import { listViewsQuery } from '../../api/queries/list-views';
import { placesQuery } from '../../api/queries/parcels';
import {
  searchCampaignsQuery,
  searchCompaniesQuery,
  searchCompsQuery,
  searchContactsQuery,
  searchDealsQuery,
  searchDoneTasksQuery,
  searchLettersQuery,
  searchProjectsQuery,
  searchPropertiesQuery,
  searchRecordsQuery,
  searchTasksQuery,
} from '../../api/queries/search';
import { savedSearchesQuery } from '../../api/queries/searches';
import { areaName } from '../../lib/growth-words';
import { calendarDay, currency, date, dateTime, phone, phoneDigits } from '../../lib/format';
import { paths } from '../../lib/paths';
import { currentEmail, rememberedProject } from '../../lib/session';
import { recentRecords } from './recent';
import { attachmentHits, emailHits, noteHits } from './record-hits';

/** A result of the command search. */
export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: Icon;
  readonly to: string;
  /** The text that was searched, in lower case. */
  readonly text: string;
  /** What else it is called, for the order; commands only. */
  readonly names?: readonly string[];
  /** Listed only when it is searched. */
  readonly quiet?: boolean;
  /** Instead of opening `to`. */
  readonly run?: () => unknown;
  /** What the page of `to` is told. */
  readonly state?: unknown;
  /** URL of the letter of intent; properties only. */
  readonly letter?: string;
  /** Whether it is a record, which is listed as a recent one after it was opened. */
  readonly record?: true;
}

export const leastLetters = 2;

/** Groups that are loaded whole and searched here; most of one that is listed. */
const whole: ReadonlySet<string> = new Set(['Templates', 'Saved searches', 'Saved views', 'Growth runs']);
const mostOfList = 5;

const joined = (parts: readonly (string | false | null | undefined)[], by: string) => parts.filter(Boolean).join(by);
const textOf = (...parts: readonly (string | null | undefined)[]) => joined(parts, ' ').toLowerCase();
const numbersOf = (...numbers: readonly (string | null | undefined)[]) =>
  joined(
    numbers.map((number) => phoneDigits(number ?? '')),
    ' ',
  );

const projectHits = ({ projects }: main['schemas']['ProjectsResponse']): Hit[] =>
  projects.map((project) => ({
    id: project.project_id,
    label: project.project_name,
    // The name of a market includes its state.
    description: joined([project.submarket_name, project.market_name], ' · ') || (project.state_name ?? ''),
    icon: IconMap2,
    to: paths.map(project.project_id),
    text: textOf(project.project_name, project.description, project.category, project.market_name, project.state_name),
  }));

const propertyHits = ({ properties }: property['schemas']['FoundProperties']): Hit[] =>
  properties.map(({ parcel_number, project_id, ll_uuid, address, city, property_name, owner_name }) => ({
    id: ll_uuid,
    label: property_name ?? address ?? parcel_number,
    description: joined([property_name && address, city, owner_name, parcel_number], ' · '),
    icon: IconMapPin,
    to: paths.property(parcel_number, { project_id }),
    text: textOf(property_name, address, city, parcel_number, owner_name),
    letter: paths.letter(parcel_number, project_id),
  }));

const letterHits = ({ letters }: property['schemas']['Letters']): Hit[] =>
  letters.map(({ letter_id, number, status, address, owner_name, city, parcel_number }) => ({
    id: letter_id,
    label: number,
    description: joined([address ?? parcel_number, owner_name, status], ' · '),
    icon: IconFileText,
    to: paths.letters(null, { letter_id }),
    text: textOf(number, address, city, parcel_number, owner_name),
  }));

/** A deal is opened on its property's page. */
const dealHits = ({ deals }: property['schemas']['Deals']): Hit[] =>
  deals.map(({ ll_uuid, parcel_number, project_id, address, city, owner_name, stage_name, assigned_to_name }) => ({
    id: `deal ${project_id} ${ll_uuid}`,
    label: address ?? parcel_number,
    description: joined([stage_name, assigned_to_name, city], ' · '),
    icon: IconLayoutKanban,
    to: paths.property(parcel_number, { project_id }),
    text: textOf(address, city, parcel_number, owner_name),
  }));

/** A task is brought into view on its property's page, where it is done or opened again. */
const taskHits = ({ tasks }: property['schemas']['DealTasks']): Hit[] =>
  tasks.map(({ task_id, title, address, parcel_number, project_id, due_on, done_at, assigned_to_name }) => ({
    id: task_id,
    label: title,
    description: joined(
      [done_at ? `Done ${date(done_at)}` : due_on && `Due ${calendarDay(due_on)}`, assigned_to_name, address ?? parcel_number],
      ' · ',
    ),
    icon: IconChecklist,
    to: paths.property(parcel_number, { project_id, task_id }),
    text: textOf(title, address),
  }));

const compHits = ({ comps }: property['schemas']['Comps']): Hit[] =>
  comps.map(({ comp_id, address, parcel_number, sale_date, price, buyer, seller }) => ({
    id: comp_id,
    label: address ?? parcel_number ?? 'Sale',
    description: joined([`Sold ${calendarDay(sale_date)}`, currency(price), buyer], ' · '),
    icon: IconReceipt,
    to: paths.sales({ q: address ?? parcel_number ?? null, comp_id }),
    text: textOf(address, parcel_number, buyer, seller),
  }));

/** Parcels are opened on the map of the current or last project. */
const parcelHits =
  (projectId: string | null) =>
  ({ places }: parcel['schemas']['PlacesResponse']): Hit[] =>
    places.flatMap(({ label, ll_uuid }) =>
      ll_uuid && projectId
        ? [
            {
              id: `parcel ${ll_uuid}`,
              label,
              description: 'On the map',
              icon: IconPolygon,
              to: paths.parcelOnMap(projectId, ll_uuid),
              text: label.toLowerCase(),
            },
          ]
        : [],
    );

const templateHits = ({ templates }: property['schemas']['LetterTemplates']): Hit[] =>
  templates.map(({ template_id, name, published }) => ({
    id: `template ${template_id}`,
    label: name,
    description: published === null ? 'Not published yet' : `Version ${published}`,
    icon: IconTemplate,
    to: paths.letterTemplate(template_id),
    text: textOf(name),
  }));

/** A campaign is listed on the page of its project's campaigns, or of those to contacts. */
const campaignHits = ({ campaigns }: property['schemas']['Campaigns']): Hit[] =>
  campaigns.slice(0, mostOfList).map(({ campaign_id, project_id, subject, created_at, created_by }) => ({
    id: campaign_id,
    label: subject,
    description: joined([project_id === null && 'To contacts', dateTime(created_at), created_by], ' · '),
    icon: IconMail,
    to: project_id === null ? paths.emailContacts : paths.emailCampaign(project_id, { email: currentEmail() }),
    text: textOf(subject),
  }));

const growthHits = ({ runs }: parcel['schemas']['GrowthRuns']): Hit[] =>
  runs.map((run) => ({
    id: run.run_id,
    label: areaName(run),
    description: joined(['Growth prediction', dateTime(run.created_at)], ' · '),
    icon: IconTrendingUp,
    to: paths.growthRun(run.run_id),
    text: textOf(areaName(run)),
  }));

const viewPlaces = ['contacts', 'companies', 'projects', 'properties'] as const;

/** Views of properties are shown in the current or last project. Those that cannot be read any more are left out. */
const viewHits = (views: readonly main['schemas']['ListView'][], projectId: string | null): Hit[] =>
  views.flatMap(({ view_id, name, is_shared, settings }) =>
    settings && (settings.place !== 'properties' || projectId !== null)
      ? [
          {
            id: view_id,
            label: name,
            description: joined([`View of ${settings.place}`, is_shared && "The firm's"], ' · '),
            icon: IconLayoutList,
            to: paths.listView(settings.place, view_id, projectId),
            text: textOf(name),
          },
        ]
      : [],
  );

const savedSearchHits = ({ saved_searches }: main['schemas']['SavedSearchesResponse']): Hit[] =>
  saved_searches.map(({ search_id, project_id, name, created_by }) => ({
    id: search_id,
    label: name,
    description: joined(['On the map', created_by], ' · '),
    icon: IconFilter,
    to: paths.searchOnMap(project_id, search_id),
    text: textOf(name, created_by),
  }));

const contactHits = ({ contacts }: main['schemas']['ContactsResponse']): Hit[] =>
  contacts.map((contact) => ({
    id: contact.contact_id,
    label: joined([contact.first_name, contact.last_name], ' ') || 'Unnamed Contact',
    description: joined(
      [contact.job_title, contact.company_name, contact.email, contact.phone_number && phone(contact.phone_number)],
      ' · ',
    ),
    icon: IconAddressBook,
    to: paths.contact(contact.contact_id),
    text: textOf(
      `${contact.first_name} ${contact.last_name}`,
      contact.email,
      contact.company_name,
      contact.title,
      contact.job_title,
      contact.phone_number,
      numbersOf(contact.phone_number, contact.phone_number2, contact.mobile_number, contact.fax_number),
    ),
  }));

const companyHits = ({ companies }: main['schemas']['CompaniesResponse']): Hit[] =>
  companies.map((company) => ({
    id: company.company_id,
    label: company.company_name,
    description: joined([company.industry, joined([company.office_city, company.office_state], ', ')], ' · '),
    icon: IconBuilding,
    to: paths.company(company.company_id),
    text: textOf(company.company_name),
  }));

/** Whether `text` (lower case) contains every word of `typed`, or its digits as a phone number. */
export function fits(text: string, typed: string): boolean {
  const number = phoneDigits(typed) ?? '';
  if (number.length >= 3 && text.includes(number)) return true;
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** 0 if a name begins with what was typed, 1 if one of its words does, otherwise 2. */
function rank({ label, names = [label] }: Hit, typed: string): number {
  const words = typed.toLowerCase();
  return Math.min(
    ...names.map((each) => {
      const name = each.toLowerCase();
      return name.startsWith(words) ? 0 : name.includes(` ${words}`) ? 1 : 2;
    }),
  );
}

/** The rank of the best one; 3 without any. */
export const best = (hits: readonly Hit[], typed: string): number => Math.min(3, ...hits.map((hit) => rank(hit, typed)));

/** The best ones first, and those that were used lately before others as good; `recent` are ids, the last one first. */
export function ranked(hits: readonly Hit[], typed: string, recent: readonly string[]): readonly Hit[] {
  const lately = ({ id }: Hit) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return hits.toSorted((one, other) => rank(one, typed) - rank(other, typed) || lately(one) - lately(other));
}

/** The firm's records that match, by kind, those first whose name begins so. `asked` is the text of the last request, `typed` the current input. */
export function useSearch(asked: string, typed: string) {
  const enabled = asked.length >= leastLetters && typed.length >= leastLetters;
  const projectId = rememberedProject();
  const onMap = enabled && projectId !== null;
  const views = useQueries({
    queries: viewPlaces.map((place) => ({ ...listViewsQuery(place), enabled })),
    combine: (lists) => ({
      data: lists.flatMap(({ data }) => viewHits(data ?? [], projectId)),
      isFetching: lists.some(({ isFetching }) => isFetching),
      isError: lists.some(({ isError }) => isError),
    }),
  });
  const answers = [
    { group: 'Projects', ...useQuery({ ...searchProjectsQuery(asked), enabled, select: projectHits }) },
    { group: 'Properties', ...useQuery({ ...searchPropertiesQuery(asked), enabled, select: propertyHits }) },
    { group: 'Deals', ...useQuery({ ...searchDealsQuery(asked), enabled, select: dealHits }) },
    { group: 'Tasks', ...useQuery({ ...searchTasksQuery(asked), enabled, select: taskHits }) },
    { group: 'Done tasks', ...useQuery({ ...searchDoneTasksQuery(asked), enabled, select: taskHits }) },
    { group: 'Notes', ...useQuery({ ...searchRecordsQuery(asked), enabled, select: noteHits(asked) }) },
    { group: 'Attachments', ...useQuery({ ...searchRecordsQuery(asked), enabled, select: attachmentHits }) },
    { group: 'Sent emails', ...useQuery({ ...searchRecordsQuery(asked), enabled, select: emailHits }) },
    { group: 'Letters', ...useQuery({ ...searchLettersQuery(asked), enabled, select: letterHits }) },
    { group: 'Templates', ...useQuery({ ...letterTemplatesQuery(), enabled, select: templateHits }) },
    { group: 'Campaigns', ...useQuery({ ...searchCampaignsQuery(asked), enabled, select: campaignHits }) },
    { group: 'Saved searches', ...useQuery({ ...savedSearchesQuery(projectId ?? ''), enabled: onMap, select: savedSearchHits }) },
    { group: 'Saved views', ...views },
    { group: 'Growth runs', ...useQuery({ ...growthRunsQuery('prediction'), enabled, select: growthHits }) },
    { group: 'Contacts', ...useQuery({ ...searchContactsQuery(asked), enabled, select: contactHits }) },
    { group: 'Companies', ...useQuery({ ...searchCompaniesQuery(asked), enabled, select: companyHits }) },
    { group: 'Comparable sales', ...useQuery({ ...searchCompsQuery(asked), enabled, select: compHits }) },
    { group: 'Parcels', ...useQuery({ ...placesQuery(asked, undefined), enabled: onMap, select: parcelHits(projectId) }) },
  ];
  const recent = recentRecords().map(({ id }) => id);
  const added = new Set(answers[1]?.data?.map(({ id }) => `parcel ${id}`));
  return {
    groups: answers
      .map(({ group, data }) => {
        const hits = enabled ? (data ?? []).filter(({ id }) => !added.has(id)) : [];
        // Results of the previous input stay only while they match, so that Enter never opens another one.
        const kept = asked === typed && !whole.has(group) ? hits : hits.filter(({ text }) => fits(text, typed)).slice(0, mostOfList);
        return {
          group,
          hits: ranked(
            kept.map((hit) => ({ ...hit, record: true as const })),
            typed,
            recent,
          ),
        };
      })
      .toSorted((one, other) => best(one.hits, typed) - best(other.hits, typed)),
    searching: enabled && (asked !== typed || answers.some(({ isFetching }) => isFetching)),
    failed: answers.flatMap(({ group, isError }) => (enabled && isError ? [group] : [])),
  };
}
