/** Places on the map that replaces MapLibre in tests: a flat one of 1200 x 700 pixels. */
import type { Geometry } from 'geojson';

export type Place = readonly [lon: number, lat: number];
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

const start = { lat: 29.7604, lng: -95.3698 };
/** The middle of the map. */
export const center = { ...start };
export const container = document.createElement('div');
Object.defineProperties(container, { clientWidth: { value: 1200 }, clientHeight: { value: 700 } });
/** Pixels of a degree. */
export const scale = 100_000;

export const pixelOf = ([lon, lat]: Place): Pixel => ({ x: 600 + (lon - center.lng) * scale, y: 350 - (lat - center.lat) * scale });

/** The place of a position, which MapLibre takes in either form. */
export function placeOf(point: Pixel | [number, number]): Place {
  const [x, y] = 'x' in point ? [point.x, point.y] : point;
  return [center.lng + (x - 600) / scale, center.lat - (y - 350) / scale];
}

/** Moves the map by so many pixels. */
export function panBy([x, y]: [number, number]): void {
  const [lng, lat] = placeOf([600 + x, 350 + y]);
  Object.assign(center, { lng, lat });
}

/** Moves the map to where it was at first. */
export const recenter = (): object => Object.assign(center, start);

const positions = (coordinates: unknown): Place[] =>
  Array.isArray(coordinates) && typeof coordinates[0] !== 'number' ? coordinates.flatMap(positions) : [coordinates as Place];

/** Whether the box of a geometry is at a place, or closer than `around` degrees. */
export function isAt(geometry: Geometry, [lon, lat]: Place, around: number): boolean {
  if (!('coordinates' in geometry)) return false;
  const all = positions(geometry.coordinates);
  const [lons, lats] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const within = (value: number, values: number[]) => value >= Math.min(...values) - around && value <= Math.max(...values) + around;
  return within(lon, lons) && within(lat, lats);
}
