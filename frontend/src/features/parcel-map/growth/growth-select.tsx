import { useMapPage } from '../map-page';
import { GrowthChoice } from './growth-choice';

/** Chooses the growth simulation that the map shows, in the list of layers. */
export function GrowthSelect() {
  const { growthRun, onGrowthRun } = useMapPage();
  return <GrowthChoice runId={growthRun ?? null} empty="Not shown" onChoose={(runId) => onGrowthRun(runId ?? undefined)} inPopover />;
}
