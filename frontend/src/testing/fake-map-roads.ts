/** Roads of the base map's tiles, on the map that replaces MapLibre in tests. */
import type { Feature } from 'geojson';
import { isAt, placeOf, scale } from './fake-map-places';

/** Corners of a box in pixels. */
export type Box = [leftTop: readonly [number, number], rightBottom: readonly [number, number]];

let roads: readonly Feature[] = [];

/** Lays roads into the tiles of the base map. */
export function layRoads(lines: readonly Feature[]): void {
  roads = lines;
}

/** The style's layers that draw them. */
export const roadLayers = () => (roads.length > 0 ? [{ id: 'roads', type: 'line', 'source-layer': 'roads' }] : []);

/** Roads in a box, or all. */
export function roadsIn(box?: Box): readonly Feature[] {
  if (!box) return roads;
  const [[left, top], [right, bottom]] = box;
  const middle = placeOf([(left + right) / 2, (top + bottom) / 2]);
  return roads.filter(({ geometry }) => isAt(geometry, middle, (right - left) / 2 / scale));
}
