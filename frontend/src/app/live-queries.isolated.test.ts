import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change, EventName } from '../api/live';
import { attachmentsQuery } from '../api/queries/attachments';
import { campaignRecipientsQuery, campaignsQuery } from '../api/queries/campaigns';
import { contactQuery, contactsQuery, matchingContactsQuery, ownerSuggestionsQuery, propertyContactsQuery } from '../api/queries/contacts';
import { sentEmailsQuery } from '../api/queries/emails';
import { growthParcelsQuery, growthResultQuery, growthRunQuery, growthRunsQuery } from '../api/queries/growth';
import { letterheadQuery } from '../api/queries/letterhead';
import {
  dealHistoryQuery,
  dealNotesQuery,
  dealQuery,
  dealsQuery,
  dealStagesQuery,
  dealTasksQuery,
  myStepsQuery,
  myTasksQuery,
  offersQuery,
  pipelineQuery,
  workFiguresQuery,
} from '../api/queries/deals';
import {
  letterCommentsQuery,
  letterEvidenceQuery,
  letterJobQuery,
  letterLinksQuery,
  letterReturnsQuery,
  lettersQuery,
  letterVersionsOfNumberQuery,
  registeredLetterQuery,
  sendPreviewQuery,
} from '../api/queries/letter-register';
import { letterDraftQuery, letterVersionsQuery } from '../api/queries/letters';
import { noteMentionsQuery } from '../api/queries/mentions';
import { markersQuery, parcelStatusQuery, projectParcelsQuery, reviewedParcelsQuery, submarketOutlineQuery } from '../api/queries/markers';
import { dashboardQuery, latestActivityQuery } from '../api/queries/overview';
import { matchingProjectsQuery, projectFiltersQuery, projectQuery, projectsQuery } from '../api/queries/projects';
import { unreadParcelChangesQuery, unreadSearchMatchesQuery } from '../api/queries/parcel-changes';
import { propertiesQuery, propertyQuery } from '../api/queries/properties';
import { projectCriteriaQuery, searchResultQuery, searchRunQuery, searchRunsQuery } from '../api/queries/site-search';
import { followChanges } from './live-queries';

const live = vi.hoisted(() => ({ tell: undefined as ((change: Change) => void) | undefined, stop: (): void => undefined }));
vi.mock('../api/live', () => ({
  onChange: (listener: (change: Change) => void) => {
    live.tell = listener;
    return () => live.stop();
  },
}));

const about = { parcelNumber: '7', projectId: 'p' };
const queries = {
  projects: projectsQuery({}, '-created'),
  'matching projects': matchingProjectsQuery('dock'),
  'project filters': projectFiltersQuery,
  project: projectQuery('p'),
  dashboard: dashboardQuery,
  activity: latestActivityQuery,
  markers: markersQuery('p'),
  'project parcels': projectParcelsQuery('p'),
  'reviewed parcels': reviewedParcelsQuery('p'),
  'parcel status': parcelStatusQuery('u'),
  'submarket outline': submarketOutlineQuery('p'),
  properties: propertiesQuery('p', null, {}, 'added'),
  property: propertyQuery(about),
  attachments: attachmentsQuery(about),
  contacts: contactsQuery({}, 'name'),
  contact: contactQuery('c'),
  'matching contacts': matchingContactsQuery('lee'),
  'property contacts': propertyContactsQuery(['c']),
  'owner suggestions': ownerSuggestionsQuery('Lee', 0),
  campaigns: campaignsQuery('p'),
  'campaign recipients': campaignRecipientsQuery('p', 'c'),
  emails: sentEmailsQuery(about),
  'letter versions': letterVersionsQuery(about),
  'letter draft': letterDraftQuery(about),
  letters: lettersQuery({ project_id: 'p' }),
  'registered letter': registeredLetterQuery('l'),
  'letter links': letterLinksQuery('l'),
  'letter evidence': letterEvidenceQuery('l'),
  'versions of a letter': letterVersionsOfNumberQuery('l'),
  'returned documents': letterReturnsQuery('l'),
  'letter comments': letterCommentsQuery('l'),
  'letters to send': sendPreviewQuery({ letters: ['l'], link: false }),
  'letter job': letterJobQuery('j'),
  deals: dealsQuery({ project_id: 'p' }),
  'deal stages': dealStagesQuery('p'),
  deal: dealQuery('p', 'q'),
  'deal history': dealHistoryQuery('p', 'q'),
  'deal notes': dealNotesQuery('p', 'q'),
  'deal tasks': dealTasksQuery('p', 'q'),
  'my tasks': myTasksQuery,
  'my next steps': myStepsQuery,
  mentions: noteMentionsQuery,
  pipeline: pipelineQuery,
  'work figures': workFiguresQuery,
  offers: offersQuery('q'),
  letterhead: letterheadQuery,
  'growth runs': growthRunsQuery('prediction'),
  'growth run': growthRunQuery('r'),
  'growth result': growthResultQuery('r'),
  'growth parcels': growthParcelsQuery('r', 'p'),
  criteria: projectCriteriaQuery('p'),
  'search runs': searchRunsQuery('p'),
  'search run': searchRunQuery('r'),
  'search result': searchResultQuery('r', 'u'),
  'parcel changes': unreadParcelChangesQuery,
  'search matches': unreadSearchMatchesQuery,
};
type Name = keyof typeof queries;
const keys = Object.entries<{ readonly queryKey: QueryKey }>(queries);

const reviewed: Name[] = ['project parcels', 'reviewed parcels', 'parcel status'];
const projects: Name[] = ['projects', 'matching projects', 'project filters', 'project', 'dashboard', 'activity', 'criteria', ...reviewed];
const properties: Name[] = ['markers', 'properties', 'property'];
const markers: Name[] = ['projects', 'matching projects', ...properties, ...reviewed, 'growth parcels'];
const deals: Name[] = [
  'deals',
  'deal stages',
  'deal',
  'deal history',
  'deal notes',
  'deal tasks',
  'my tasks',
  'my next steps',
  'mentions',
  'pipeline',
  'work figures',
];
const contacts: Name[] = [
  'dashboard',
  'activity',
  'contacts',
  'contact',
  'matching contacts',
  'property contacts',
  'owner suggestions',
  'letter links',
];
const campaigns: Name[] = ['campaigns', 'campaign recipients', 'work figures'];

const expected: Record<EventName, readonly Name[]> = {
  projects_changed: projects,
  'marker.added': markers,
  'marker.removed': markers,
  'property.updated': [...properties, ...deals, 'offers'],
  'property.removed': [...properties, ...deals],
  'deal.changed': [...deals, 'properties'],
  'site_image.saved': properties,
  'attachment.added': ['attachments'],
  'attachment.removed': ['attachments'],
  'contact.created': contacts,
  'contact.updated': contacts,
  'contact.deleted': contacts,
  'contacts.updated': contacts,
  'contacts.deleted': contacts,
  'campaign.started': campaigns,
  'campaign.progressed': campaigns,
  'campaign.finished': campaigns,
  'mail.updated': ['emails'],
  'activity.added': ['activity', 'dashboard'],
  'letters.changed': [
    'letters',
    'registered letter',
    'letter links',
    'letter evidence',
    'versions of a letter',
    'returned documents',
    'letter comments',
    'letters to send',
    'letter job',
    'offers',
    'work figures',
  ],
  'growth.requested': ['growth runs'],
  'growth.progressed': ['growth runs'],
  'growth.finished': ['growth runs'],
  'criteria.updated': ['criteria'],
  'search.requested': ['search runs', 'search run'],
  'search.finished': ['search runs', 'search run'],
  'parcel_changes.added': ['parcel changes'],
  'search_matches.added': ['search matches'],
  'presence.changed': [],
  reconnected: Object.keys(queries) as Name[],
};

let cache: QueryClient;
let stop: () => void;
beforeEach(() => {
  cache = new QueryClient();
  for (const [, { queryKey }] of keys) cache.setQueryData(queryKey, {});
  stop = followChanges(cache);
});
afterEach(() => {
  stop();
  cache.clear();
});

const stale = () => keys.flatMap(([name, { queryKey }]) => (cache.getQueryState(queryKey)?.isInvalidated ? [name] : []));

it.each(Object.entries(expected))('%s makes exactly its queries stale', (type, names) => {
  live.tell?.({ type: type as EventName });
  expect(stale().sort()).toEqual([...names].sort());
});

it('ignores what a newer server tells of', () => {
  live.tell?.({ type: 'parcel.split' as EventName });
  expect(stale()).toEqual([]);
});

it('refetches once a second while thousands of events arrive', () => {
  vi.useFakeTimers();
  const refetches = vi.spyOn(cache, 'invalidateQueries');
  const perRefetch = 8;
  for (let event = 0; event < 1000; event++) live.tell?.({ type: 'marker.added' });
  expect(refetches).toHaveBeenCalledTimes(perRefetch);
  vi.advanceTimersByTime(1000);
  expect(refetches).toHaveBeenCalledTimes(2 * perRefetch);
  // A quiet second, after which the next event is followed at once.
  vi.advanceTimersByTime(1000);
  live.tell?.({ type: 'marker.added' });
  expect(refetches).toHaveBeenCalledTimes(3 * perRefetch);
  vi.useRealTimers();
});
