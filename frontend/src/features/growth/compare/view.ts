import type { Area } from '../area/area';

/** What both maps show: how far each is from the middle of its own area, and how near. */
export interface SharedView {
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

const middleOf = ({ west, south, east, north }: Area) => ({ longitude: (west + east) / 2, latitude: (south + north) / 2 });

/** The view in which both areas fit into squares of so many pixels. */
export function viewOn(areas: readonly Area[], pixels: number): SharedView {
  return { east: 0, north: 0, zoom: Math.min(...areas.map((area) => zoomFor(area, pixels))) };
}

/** Where a map of an area is when it shows a shared view. */
export function placeOf(area: Area, { east, north, zoom }: SharedView) {
  const middle = middleOf(area);
  return { longitude: middle.longitude + east, latitude: middle.latitude + north, zoom };
}

/** The shared view of which an area's map shows its part: maps of one area stay congruent, maps of two move in step. */
export function sharedOf(area: Area, at: { readonly longitude: number; readonly latitude: number; readonly zoom: number }): SharedView {
  const middle = middleOf(area);
  return { east: at.longitude - middle.longitude, north: at.latitude - middle.latitude, zoom: at.zoom };
}

/** The zoom at which an area fits into a square; a map of zoom 0 shows the world in 512 pixels, by Mercator. */
function zoomFor({ west, south, east, north }: Area, pixels: number): number {
  const share = Math.max((east - west) / 360, (mercator(north) - mercator(south)) / (2 * Math.PI));
  return Math.log2(pixels / (512 * share));
}

function mercator(latitude: number): number {
  return Math.asinh(Math.tan((latitude * Math.PI) / 180));
}
