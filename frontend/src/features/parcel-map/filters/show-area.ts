import type { MapRef } from '@vis.gl/react-maplibre';
import type { Bounds } from '../geometry';
import { showBeside } from '../show-place';
import type { SavedArea } from './api';

/** The zoom of a small area. */
const closest = 16;

/** Moves the map to the area of a search. */
export function showArea(map: MapRef, area: SavedArea): void {
  const bounds = boundsOfArea(area);
  if (bounds) showBeside(map, bounds, closest);
}

/** West, south, east, north. */
function boundsOfArea(area: SavedArea): Bounds | undefined {
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  const positions = rings.flat();
  const lons = positions.map(([lon]) => lon ?? 0);
  const lats = positions.map(([, lat]) => lat ?? 0);
  return positions.length === 0 ? undefined : [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}
