import { useQueryClient } from '@tanstack/react-query';
import { keptResultsQuery } from '../../../../api/queries/site-search';
import { saveResults, type Format } from '../../export/formats';
import { SavingMenu } from '../../export/parcels-export';
import { saveParcels } from '../../export/save-parcels';
import { useExportedGrowth } from '../../export/use-exported-growth';
import { useMapPage } from '../../map-page';
import type { ResultList, SearchRun } from '../types';
import { keptWords } from './words';

interface Props {
  readonly run: SearchRun;
  readonly list: ResultList;
  /** Results of the list that can be saved. */
  readonly kept: number;
  /** Of the whole list. */
  readonly count: number;
}

/** Saves a list of a run: as a table with scores and reasons, or as a map of its parcels with their ranks and scores. */
export function ResultExport({ run, list, kept, count }: Props) {
  const { projectId } = useMapPage();
  const client = useQueryClient();
  const growthRun = useExportedGrowth(run.growth_run_id, run.filter);

  async function save(format: Format): Promise<string | undefined> {
    if (format === 'xlsx' || format === 'csv') {
      saveResults(run.run_id, list, format);
      return undefined;
    }
    const results = await client.query(keptResultsQuery(run.run_id, list));
    const columns = {
      ...(list === 'ranked' && { rank: results.map(({ rank }) => rank) }),
      score: results.map(({ score }) => score),
    };
    const ids = results.map(({ ll_uuid }) => ll_uuid);
    return saveParcels(ids, format, { columns, growthRun, projectId });
  }

  const part = keptWords(kept, count);
  const label = part === undefined ? 'Export' : `Export the ${part}`;
  return <SavingMenu label={label} save={save} />;
}
