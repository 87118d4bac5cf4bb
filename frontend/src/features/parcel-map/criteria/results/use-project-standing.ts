import { useQuery } from '@tanstack/react-query';
import { searchResultQuery, searchRunsQuery } from '../../../../api/queries/site-search';
import type { SearchRun } from '../types';

/**
 * How a parcel or a site stands in the newest finished search of a project; undefined without one of which it is a part, and while it is not
 * known. `isAsked`: whether to request it.
 */
export function useProjectStanding(projectId: string, llUuid: string, isAsked = true) {
  const runs = useQuery(searchRunsQuery(projectId));
  const run = runs.data?.runs.find(({ state }) => state === 'done') as SearchRun | undefined;
  const { data: explanation } = useQuery({ ...searchResultQuery(run?.run_id ?? '', llUuid), enabled: run !== undefined && isAsked });
  return run && explanation && { run, explanation };
}
