import type { QueryClient } from '@tanstack/react-query';
import { onChange, type EventName } from '../api/live';
import { allOf, type Endpoint } from '../api/queries/query';

const projects: readonly Endpoint[] = [
  ['main', '/api/projects'],
  ['main', '/api/get_project_filters'],
  ['main', '/api/get_project_data'],
  ['main', '/api/dashboard'],
  ['main', '/api/activity'],
  ['main', '/api/project_parcels'],
  ['main', '/api/reviewed_parcels'],
  ['main', '/api/parcel_status'],
  // Criteria that nobody saved are made from the project's fields.
  ['main', '/api/project_criteria'],
];
const properties: readonly Endpoint[] = [
  ['property', '/property_details'],
  ['property', '/specific_property'],
  ['main', '/api/get_markers'],
];
const markers: readonly Endpoint[] = [
  ...properties,
  ['main', '/api/projects'],
  ['main', '/api/project_parcels'],
  ['main', '/api/reviewed_parcels'],
  ['main', '/api/parcel_status'],
  ['parcel', '/growth_runs/{run_id}/parcels'],
];
const attachments: readonly Endpoint[] = [['property', '/list_attachments']];
const contacts: readonly Endpoint[] = [
  ['main', '/api/get_all_contacts'],
  ['main', '/api/get_contact_filters'],
  ['property', '/get_contacts'],
  ['property', '/lookup_owner_contacts'],
  // Who probably signs a letter.
  ['property', '/letters/{letter_id}/links'],
  ['property', '/letter_jobs/preview'],
  ['main', '/api/dashboard'],
  ['main', '/api/activity'],
];
const letters: readonly Endpoint[] = [
  ['property', '/letters'],
  ['property', '/letters/{letter_id}'],
  ['property', '/letters/{letter_id}/links'],
  ['property', '/letters/{letter_id}/evidence'],
  ['property', '/letters/{letter_id}/versions'],
  ['property', '/letters/{letter_id}/returns'],
  ['property', '/letters/{letter_id}/comments'],
  ['property', '/letters/send/preview'],
  ['property', '/letter_jobs'],
  ['property', '/letter_jobs/{job_id}'],
  ['property', '/offers'],
  ['property', '/deals/of_parcels'],
  ['property', '/work_figures'],
  ['property', '/campaign_figures'],
];
const campaigns: readonly Endpoint[] = [
  ['property', '/get_campaigns'],
  ['property', '/work_figures'],
  ['property', '/campaign_figures'],
];
const growthRuns: readonly Endpoint[] = [['parcel', '/growth_runs']];

const searchRuns: readonly Endpoint[] = [
  ['parcel', '/search_runs'],
  ['parcel', '/search_runs/{run_id}'],
];

const deals: readonly Endpoint[] = [
  ['property', '/deals'],
  ['property', '/deals/history'],
  ['property', '/deals/by_stage'],
  ['property', '/deals/tags'],
  ['property', '/deals/of_parcels'],
  ['property', '/deal_stages'],
  ['property', '/deal_notes'],
  ['property', '/note_mentions'],
  ['property', '/deal_tasks'],
  ['property', '/pipeline'],
  ['property', '/work_figures'],
  ['property', '/campaign_figures'],
];

const activities: readonly Endpoint[] = [
  ['main', '/api/activity'],
  ['main', '/api/dashboard'],
];

/** Endpoints whose data an event makes stale. */
const stale = {
  projects_changed: projects,
  'marker.added': markers,
  'marker.removed': markers,
  'property.updated': [...properties, ...deals, ['property', '/offers'], ['property', '/letter_jobs/preview']],
  'property.removed': [...properties, ...deals],
  // The list of properties shows and filters their deals.
  'deal.changed': [...deals, ['property', '/property_details']],
  'site_image.saved': properties,
  'attachment.added': attachments,
  'attachment.removed': attachments,
  'contact.created': contacts,
  'contact.updated': contacts,
  'contact.deleted': contacts,
  'contacts.updated': contacts,
  'contacts.deleted': contacts,
  'campaign.started': campaigns,
  'campaign.progressed': campaigns,
  'campaign.finished': campaigns,
  'mail.updated': [['property', '/get_emails']],
  'letters.changed': letters,
  'activity.added': activities,
  'growth.requested': growthRuns,
  'growth.progressed': growthRuns,
  'growth.finished': growthRuns,
  'criteria.updated': [['main', '/api/project_criteria']],
  'search.requested': searchRuns,
  'search.finished': searchRuns,
  'parcel_changes.added': [['main', '/api/parcel_changes']],
  'search_matches.added': [['main', '/api/search_matches']],
  // The letter handles this event itself; no data is stored.
  'presence.changed': [],
} satisfies Record<Exclude<EventName, 'reconnected'>, readonly Endpoint[]>;

/** Shortest time between two refetches of an endpoint, ms: thousands of parcels added at once send as many events. */
const pause = 1000;

/** Refetches data that an event made stale, and all data after the stream was interrupted. */
export function followChanges(cache: QueryClient): () => void {
  const waiting = new Set<Endpoint>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The first event at once; those that follow within the pause together. */
  function refetch(): void {
    for (const endpoint of waiting) void cache.invalidateQueries(allOf(endpoint));
    timer = waiting.size > 0 ? setTimeout(refetch, pause) : undefined;
    waiting.clear();
  }

  const stop = onChange(({ type }) => {
    if (type === 'reconnected') {
      void cache.invalidateQueries();
      return;
    }
    // A newer server may send event types that this page does not know.
    const endpoints = (stale as Partial<Record<EventName, readonly Endpoint[]>>)[type] ?? [];
    for (const endpoint of endpoints) waiting.add(endpoint);
    if (timer === undefined) refetch();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
