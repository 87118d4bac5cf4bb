import { useQueries, useQuery } from '@tanstack/react-query';
import { isProblem } from '../../../../api/client';
import { searchResultQuery } from '../../../../api/queries/site-search';
import { savedMarkersQuery, type SavedMarker } from '../../api';

/** Most sites that are judged: each is a request. */
const most = 10;
/** The number of a site is that of its first parcel, how many more there are, and which of such sites it is. */
const siteNumber = / \+\d+(?: \(\d+\))?$/;

const sitesOf = (markers: readonly SavedMarker[]): readonly string[] =>
  markers.flatMap(({ parcel: { ll_uuid, parcelnumb } }) => (ll_uuid && siteNumber.test(parcelnumb) ? [ll_uuid] : []));

/** The sites that a project has, each judged as one by the criteria of a run. */
export function useProjectSites(projectId: string, runId: string) {
  const markers = useQuery(savedMarkersQuery(projectId));
  const ids = sitesOf(markers.data ?? []);
  const explained = useQueries({ queries: ids.slice(0, most).map((id) => searchResultQuery(runId, id)) });
  const outside = explained.filter(({ error }) => isProblem(error, 'search_run.parcel_not_found'));
  return {
    /** The best first. */
    sites: explained.flatMap(({ data }) => (data?.site ? [data] : [])).sort((one, other) => other.result.score - one.result.score),
    isPending: explained.some(({ isPending }) => isPending),
    failed: explained.find((query) => query.isError && !outside.includes(query)),
    /** Sites that are not wholly in the area of the run, or do not match its filter. */
    outside: outside.length,
    /** Sites that are not judged here. */
    more: ids.length - Math.min(ids.length, most),
  };
}
