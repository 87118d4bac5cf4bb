import { useEffect } from 'react';
import { union } from '../../geometry';
import { useMapPage } from '../../map-page';
import { outlineMinZoom } from '../../map-style';
import { showBeside } from '../../show-place';
import type { SearchResult } from '../types';

/** Below this zoom the results of a county cover each other. */
const leastZoom = 7;

/** Runs that were started here and whose results the map has not shown yet. */
const started = new Set<string>();

/** Lets the map show the results of a run that is being started, once they are there. */
export function fitWhenEnded(runId: string): void {
  started.add(runId);
}

/** Moves the map to the results of a run that was started here, once, unless some of them are seen. */
export function useFitOnce(runId: string, results: readonly SearchResult[]): void {
  const { map } = useMapPage();
  useEffect(() => {
    const view = map.current;
    const all = union(results.map(({ lon, lat }) => [lon, lat, lon, lat]));
    if (!view || !all || !started.delete(runId)) return;
    const box = view.getBounds();
    const [west, south, east, north] = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
    const seen = results.some(({ lon, lat }) => lon >= west && lon <= east && lat >= south && lat <= north);
    if (!seen || view.getZoom() < leastZoom) showBeside(view, all, outlineMinZoom);
  }, [runId, results, map]);
}
