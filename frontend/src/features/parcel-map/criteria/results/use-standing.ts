import { useQuery } from '@tanstack/react-query';
import { isProblem } from '../../../../api/client';
import { searchResultQuery, searchRunQuery } from '../../../../api/queries/site-search';
import type { SearchRun } from '../types';
import { useSearchPage } from '../use-search-page';

/** The search that is shown, if one is. */
export function useShownSearch() {
  const { run } = useSearchPage();
  return useQuery({ ...searchRunQuery(run ?? ''), select: (answer) => answer as SearchRun, enabled: run !== undefined });
}

/** How a parcel stands in the search that is shown; undefined without a finished one of which it is a part. */
export function useStanding(llUuid: string) {
  const { run: runId } = useSearchPage();
  const run = useShownSearch();
  const explanation = useQuery({ ...searchResultQuery(runId ?? '', llUuid), enabled: run.data?.state === 'done' });
  if (run.data?.state !== 'done' || isProblem(explanation.error, 'search_run.parcel_not_found')) return undefined;
  return { run: run.data, explanation };
}
