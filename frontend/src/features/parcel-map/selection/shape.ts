import type { LineString } from 'geojson';
import type { components } from '../../../api/generated/parcel-lookup';
import type { Spot } from '../map-state';
import type { Road } from './road';

/** What is selected, without the project. */
export type Choice = Omit<components['schemas']['SelectionRequest'], 'project_id'>;

/** How an area is drawn: each by one drag. With 'road' a click takes a road of the base map, and a drag draws a line as with 'corridor'. */
export type DrawnTool = 'rectangle' | 'lasso' | 'circle' | 'corridor' | 'road';

/** A position on the screen, in pixels. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Metres on each side of a drawn line: 100 feet, about the width of a road with its parcels' fronts. */
export const corridorDistance = 30.48;
/** Shorter drags are clicks, in pixels. */
const leastDrag = 6;
/** Positions of a path closer than this are one, in pixels. */
const leastStep = 3;
const earthRadius = 6_371_008.8;

/** The path without positions that are too close to be seen. */
export function extend(path: readonly Pixel[], next: Pixel): readonly Pixel[] {
  const last = path.at(-1);
  return last && Math.hypot(next.x - last.x, next.y - last.y) < leastStep ? path : [...path, next];
}

/** What a drawn path selects; undefined of a click. */
export function choiceOf(tool: DrawnTool, path: readonly Pixel[], toSpot: (at: Pixel) => Spot): Choice | undefined {
  const first = path[0];
  const reach = first ? Math.max(...path.map(({ x, y }) => Math.hypot(x - first.x, y - first.y))) : 0;
  if (reach < leastDrag) return undefined;
  return choiceAt(tool, path.map(toSpot));
}

/** What points select, in the order in which they were drawn; undefined if they are too few or in one line. */
export function choiceAt(tool: DrawnTool, spots: readonly Spot[]): Choice | undefined {
  const [from, to] = [spots[0], spots.at(-1)];
  if (!from || !to || spots.length < 2) return undefined;
  switch (tool) {
    case 'rectangle':
      if (from.lon === to.lon || from.lat === to.lat) return undefined;
      return { bbox: [Math.min(from.lon, to.lon), Math.min(from.lat, to.lat), Math.max(from.lon, to.lon), Math.max(from.lat, to.lat)] };
    case 'circle':
      return { circle: { lon: from.lon, lat: from.lat, radius_m: metresBetween(from, to) } };
    case 'lasso': {
      if (spots.length < 3) return undefined;
      return { area: { type: 'Polygon', coordinates: [[...spots.map(position), position(from)]] } };
    }
    case 'corridor':
    case 'road':
      return along({ type: 'LineString', coordinates: spots.map(position) });
  }
}

/** What a road selects. */
export const alongRoad = ({ line }: Road): Choice => along(line);

const along = (line: LineString): Choice => ({ corridor: { line, distance_m: corridorDistance } });

const position = ({ lon, lat }: Spot): number[] => [lon, lat];

/** Great-circle distance (haversine). */
function metresBetween(a: Spot, b: Spot): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lon, b.lon);
  return 2 * earthRadius * Math.asin(Math.sqrt(h));
}

/** Lines of pasted text: parcel numbers or addresses, each once. */
export function linesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\n\t;]/).map((line) => line.trim()))].filter(Boolean);
}

/** Limits of the selected parcels. */
export interface Limits {
  readonly minAcres: number | undefined;
  readonly maxAcres: number | undefined;
  /** Words of the land use. */
  readonly use: string;
  /** The filter of the map, in CQL2. */
  readonly filter: string | undefined;
}

export const noLimits: Limits = { minAcres: undefined, maxAcres: undefined, use: '', filter: undefined };

/** The limits as CQL2 text; undefined if there are none. */
export function filterOf({ minAcres, maxAcres, use, filter }: Limits): string | undefined {
  const terms = filter === undefined ? [] : [`(${filter})`];
  if (minAcres !== undefined) terms.push(`ll_gisacre >= ${minAcres}`);
  if (maxAcres !== undefined) terms.push(`ll_gisacre <= ${maxAcres}`);
  const words = use.trim().replaceAll("'", "''");
  if (words !== '') terms.push(`CASEI(usedesc) LIKE CASEI('%${words}%')`);
  return terms.length > 0 ? terms.join(' AND ') : undefined;
}
