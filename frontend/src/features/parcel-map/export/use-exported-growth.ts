import { useContext } from 'react';
import { FiltersContext } from '../filters/use-filters';
import { useMapPage } from '../map-page';

const named = /growth_run_id\s*=\s*'([^']+)'/i;

/** The simulation whose growth a file has: that of the list, else the one that the filter compares with, else the one on the map. */
export function useExportedGrowth(of?: string | null, filter?: string | null): string | undefined {
  const { growthRun } = useMapPage();
  const onMap = useContext(FiltersContext)?.text;
  const compared = [filter, onMap].map((text) => named.exec(text ?? '')?.[1]).find((run) => run !== undefined);
  return of ?? compared ?? growthRun;
}
