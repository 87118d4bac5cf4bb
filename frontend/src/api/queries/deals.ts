import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../client';
import type { components, paths } from '../generated/property-api';
import { get, pages } from './query';

/** All stages of a project's deals, archived ones too, with their version. */
export const allDealStagesQuery = (projectId: string) => get('property', '/deal_stages', { project_id: projectId });

/** The stages that deals can be moved to, in their order. */
export const dealStagesQuery = (projectId: string) =>
  queryOptions({
    ...allDealStagesQuery(projectId),
    select: ({ stages }) => stages.filter(({ archived }) => !archived).sort((a, b) => a.position - b.position),
  });

/** Tags that the firm's deals have. */
export const dealTagsQuery = get('property', '/deals/tags');

/** The parcels of a project by stage, in the order of the stages. */
export const parcelStagesQuery = (projectId: string) => get('property', '/deals/by_stage', { project_id: projectId });

/** The deals of chosen parcels of a project, with their last offers. */
export const dealsOfParcelsQuery = (projectId: string, ll_uuids: readonly string[]) => {
  const body = { project_id: projectId, ll_uuids: [...ll_uuids] };
  return queryOptions({
    queryKey: ['property', '/deals/of_parcels', body],
    queryFn: ({ signal }) => unwrap(propertyApi.POST('/deals/of_parcels', { body, signal })),
    select: ({ deals }) => deals,
  });
};

type Milestone = components['schemas']['Milestone'];
export type DealSort = NonNullable<NonNullable<paths['/deals']['get']['parameters']['query']>['sort']>;

/** Which deals, of a project or of all. */
export interface DealFilter {
  readonly project_id?: string | undefined;
  /** A user's id, or `none`. */
  readonly assigned_to?: string | undefined;
  /** Only the user's. */
  readonly mine?: boolean | undefined;
  /** Whose next step has a day. */
  readonly next_step_dated?: boolean | undefined;
  /** Whose next step is due until this day, as '2026-11-21'. */
  readonly next_step_to?: string | undefined;
  readonly stalled?: boolean | undefined;
  /** In open stages. */
  readonly open?: boolean | undefined;
  readonly milestone?: Milestone | undefined;
  /** Of stages that the firm added. */
  readonly stage_name?: string | undefined;
  /** Whose owner contact received a message of it. */
  readonly campaign_id?: string | undefined;
  /** And whose letter was opened or answered afterwards. */
  readonly opened?: boolean | undefined;
  /** And whose letter was answered afterwards. */
  readonly responded?: boolean | undefined;
  readonly stage_id?: string | undefined;
  readonly tag?: string | undefined;
  /** Part of an address, a parcel number, an owner, a name or a city. */
  readonly q?: string | undefined;
  readonly sort?: DealSort | undefined;
}

const pageLength = 50;

/** Deals, paged. The totals of a page are those of all stages. */
export const dealsQuery = (filter: DealFilter) =>
  infiniteQueryOptions({
    queryKey: ['property', '/deals', { ...filter, pages: true }] as readonly unknown[],
    queryFn: async ({ pageParam: after, signal }) => {
      const page = await unwrap(propertyApi.GET('/deals', { params: { query: { ...filter, after, limit: pageLength } }, signal }));
      const ofStage = page.totals.by_stage.find(({ stage_id }) => stage_id === filter.stage_id)?.count ?? 0;
      return { ...page, next_cursor: page.next, total: filter.stage_id ? ofStage : page.totals.count };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** All deals of a filter, not only those of the loaded pages. */
export async function allDeals(filter: DealFilter): Promise<readonly components['schemas']['Deal'][]> {
  const deals: components['schemas']['Deal'][] = [];
  let after: string | null = null;
  do {
    const query = { ...filter, ...(after !== null && { after }), limit: 200 };
    const page: components['schemas']['Deals'] = await unwrap(propertyApi.GET('/deals', { params: { query } }));
    deals.push(...page.deals);
    after = page.next;
  } while (after !== null);
  return deals;
}

const ofDeal = (projectId: string, propertyId: string) => ({ project_id: projectId, property_id: propertyId });

/** A property's deal in a project; null if it has none. */
export const dealQuery = (projectId: string, propertyId: string) =>
  queryOptions({ ...get('property', '/deals', ofDeal(projectId, propertyId)), select: ({ deals }) => deals[0] ?? null });

/** Stages and changes of a deal. */
export const dealHistoryQuery = (projectId: string, propertyId: string) => get('property', '/deals/history', ofDeal(projectId, propertyId));

/** Notes about a deal, newest first. */
export const dealNotesQuery = (projectId: string, propertyId: string) =>
  queryOptions({ ...get('property', '/deal_notes', ofDeal(projectId, propertyId)), select: ({ notes }) => notes });

/** Tasks of a deal, those due first come first. */
export const dealTasksQuery = (projectId: string, propertyId: string) =>
  queryOptions({ ...get('property', '/deal_tasks', ofDeal(projectId, propertyId)), select: ({ tasks }) => tasks });

/** What was offered for a property, newest first. */
export const offersQuery = (propertyId: string) =>
  queryOptions({ ...get('property', '/offers', { property_id: propertyId }), select: ({ offers }) => offers });

/** The comparable sales that an offer was calculated from, as they were. */
export const compSnapshotQuery = (snapshotId: string) => get('property', '/comp_snapshots/{snapshot_id}', { snapshot_id: snapshotId });

/** Which tasks. */
export interface TaskFilter {
  readonly assigned_to?: string;
  readonly project_id?: string;
  readonly open: boolean;
  /** Days as '2026-11-21', both included. */
  readonly due_from?: string;
  readonly due_to?: string;
}

/** Tasks of all deals by a filter, paged, those due first come first. */
export const tasksQuery = (filter: TaskFilter) => pages('property', '/deal_tasks', filter);

/** The user's open tasks in all projects, those due first come first. */
export const myTasksQuery = queryOptions({
  ...get('property', '/deal_tasks', { mine: true, open: true }),
  select: ({ tasks }) => tasks,
});

/** Most deals of an answer. */
export const mostSteps = 200;

/** The user's deals whose next step has a day, in all projects, the earliest first. */
export const myStepsQuery = get('property', '/deals', { mine: true, next_step_dated: true, sort: 'next_step_on', limit: mostSteps });

/** Figures of the firm's deals by stage, person and project. */
export const pipelineQuery = get('property', '/pipeline');

/** What came of older campaigns than those of the figures of work, whose cursor is `first`. */
export const olderCampaignsQuery = (first: string) =>
  infiniteQueryOptions({
    queryKey: ['property', '/campaign_figures', { first }] as readonly unknown[],
    queryFn: ({ pageParam: cursor, signal }) => unwrap(propertyApi.GET('/campaign_figures', { params: { query: { cursor } }, signal })),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** Offers that are out, letters that expire soon, stalled deals, and what came of campaigns. */
export const workFiguresQuery = get('property', '/work_figures');
