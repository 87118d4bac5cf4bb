import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../client';
import { get } from './query';

/** The stages of a project's deals, in their order. */
export const dealStagesQuery = (projectId: string) =>
  queryOptions({
    ...get('property', '/deal_stages', { project_id: projectId }),
    select: ({ stages }) => stages.filter(({ archived }) => !archived).sort((a, b) => a.position - b.position),
  });

/** Which deals of a project. */
export interface DealFilter {
  readonly project_id: string;
  readonly stage_id?: string | undefined;
  readonly q?: string | undefined;
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
