import { parcelApi, unwrap } from '../../../../api/client';
import { saveResults, saveSelection, type Format } from '../../export/formats';
import { SavingMenu } from '../../export/parcels-export';
import { saveParcels } from '../../export/save-parcels';
import { useMapPage } from '../../map-page';
import type { ResultList } from '../types';

interface Props {
  readonly runId: string;
  readonly list: ResultList;
  /** Results that the service keeps. */
  readonly kept: number;
}

/** Most results of a page of the service. */
const pageLength = 200;

/** Saves a list of a run: as a table with scores and reasons, or as a map of its parcels. */
export function ResultExport({ runId, list, kept }: Props) {
  const { projectId } = useMapPage();

  async function save(format: Format): Promise<string | undefined> {
    if (format === 'xlsx' || format === 'csv') {
      saveResults(runId, list, format);
      return undefined;
    }
    // Only the ranked ones can be selected by the run.
    if (list !== 'ranked') return saveParcels(await identitiesOf(runId, list, kept), format);
    const body = { search_run_id: runId, top: kept, project_id: projectId };
    const { selection_id, count } = await unwrap(parcelApi.POST('/parcel_selections', { body }));
    if (count === 0) return 'None of these parcels can be exported: the project discarded them, or their counties no longer have them.';
    saveSelection(selection_id, format);
    return undefined;
  }

  return <SavingMenu save={save} />;
}

/** Identities of all parcels of a list. */
async function identitiesOf(runId: string, list: ResultList, kept: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let offset = 0; offset < kept; offset += pageLength) {
    const params = { path: { run_id: runId }, query: { list, offset, limit: pageLength } };
    const { results } = await unwrap(parcelApi.GET('/search_runs/{run_id}/results', { params }));
    ids.push(...results.map(({ ll_uuid }) => ll_uuid));
  }
  return ids;
}
