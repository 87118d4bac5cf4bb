import type { Area } from '../area/area';

/** The view of both maps: offset from the centre of each map's own area, and zoom. */
export interface SharedView {
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

const middleOf = ({ west, south, east, north }: Area) => ({ longitude: (west + east) / 2, latitude: (south + north) / 2 });

/** The view in which both areas fit in squares of so many pixels. */
export function viewOn(areas: readonly Area[], pixels: number): SharedView {
  return { east: 0, north: 0, zoom: Math.min(...areas.map((area) => zoomFor(area, pixels))) };
}

/** Camera of an area's map for a shared view. */
export function placeOf(area: Area, { east, north, zoom }: SharedView) {
  const middle = middleOf(area);
  return { longitude: middle.longitude + east, latitude: middle.latitude + north, zoom };
}

/** The shared view of a camera: maps of one area stay congruent, maps of two move in sync. */
export function sharedOf(area: Area, at: { readonly longitude: number; readonly latitude: number; readonly zoom: number }): SharedView {
  const middle = middleOf(area);
  return { east: at.longitude - middle.longitude, north: at.latitude - middle.latitude, zoom: at.zoom };
}

/** The zoom at which an area fits in a square; at zoom 0 Mercator's world is 512 pixels wide. */
function zoomFor({ west, south, east, north }: Area, pixels: number): number {
  const share = Math.max((east - west) / 360, (mercator(north) - mercator(south)) / (2 * Math.PI));
  return Math.log2(pixels / (512 * share));
}

function mercator(latitude: number): number {
  return Math.asinh(Math.tan((latitude * Math.PI) / 180));
}
