import type { Bounds } from '../geometry';
import { useViewBox } from '../filters/view-box';
import { useMapPage } from '../map-page';
import { useKept } from '../use-kept';
import { useFinishedRuns, usualRun } from './runs';

/**
 * The simulation from which a search takes growth, if it asks for it, kept for the view `of`. Until one or none is chosen, it is the usual one
 * of the area, or of the view where the area's outline is not known here.
 */
export function useGrowthRun(of: string, asked: boolean, area: Bounds | undefined) {
  const { projectId, map, growthRun } = useMapPage();
  const view = useViewBox(map);
  const { runs, pending } = useFinishedRuns(asked);
  const [chosen, choose] = useKept<string | null | undefined>(projectId, `${of} growth`, undefined);
  const usual = usualRun(runs, growthRun, area ?? view)?.run_id ?? null;
  const open = asked && chosen === undefined;
  return { runId: open ? usual : asked ? (chosen ?? null) : null, choose, pending: open && pending };
}
