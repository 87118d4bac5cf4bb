import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reviewedParcelsQuery } from '../../../../api/queries/markers';
import { searchResultsQuery } from '../../../../api/queries/site-search';
import { useDueForReview } from '../../discards/due-for-review';
import type { ResultList } from '../types';

/** A list of a run without what the project has discarded since (but with what is due for review), and which of it the project has by now. */
export function useResults(projectId: string, runId: string, list: ResultList) {
  const query = useInfiniteQuery(searchResultsQuery(runId, list));
  const { data: reviewed } = useQuery(reviewedParcelsQuery(projectId));
  const { due } = useDueForReview(projectId);
  const { data } = query;
  const results = useMemo(() => {
    const gone = new Set(reviewed?.discarded.map(({ ll_uuid }) => ll_uuid));
    return (data?.pages ?? []).flatMap((page) => page.results).filter(({ ll_uuid }) => !gone.has(ll_uuid) || due.has(ll_uuid));
  }, [data, reviewed, due]);
  const added = useMemo(() => new Set(reviewed?.in_project), [reviewed]);
  return {
    query,
    results,
    /** Of the whole list. */
    count: data?.pages[0]?.count,
    /** Results that can be shown. */
    kept: data?.pages[0]?.kept ?? 0,
    isAdded: (llUuid: string) => added.has(llUuid),
  };
}
