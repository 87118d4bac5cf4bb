/** The parcels of the map's tiles. */
import type { Spot } from '../map-state';

/** Invisible areas of the parcels in the tiles: what the pointer hits. */
export const hitLayer = 'parcel-hit';

/** The part of the map that is asked. */
export interface Tiles {
  project: (lngLat: [number, number]) => { readonly x: number; readonly y: number };
  getContainer: () => { readonly clientWidth: number; readonly clientHeight: number };
  getLayer: (id: string) => unknown;
  queryRenderedFeatures: (
    point: [number, number],
    options: { layers: string[] },
  ) => readonly { readonly properties: Readonly<Record<string, unknown>> }[];
}

/** Id of a parcel's feature in the tiles: the last 48 bits of its identity. */
export const featureId = (llUuid: string): number => Number.parseInt(llUuid.slice(-12), 16);

/** Identities of the parcels among features; a parcel over the edge of a tile is there twice. */
export function identitiesIn(features: readonly { readonly properties: Readonly<Record<string, unknown>> }[]): readonly string[] {
  const ids = features.map(({ properties }) => properties['ll_uuid']).filter((id) => typeof id === 'string');
  return [...new Set(ids)];
}

/** Identities of the parcels at a position in pixels. */
export function parcelsAt(map: Tiles, point: [number, number]): readonly string[] {
  return map.getLayer(hitLayer) ? identitiesIn(map.queryRenderedFeatures(point, { layers: [hitLayer] })) : [];
}

/** Directions by the key that goes there, in pixels; y grows downwards. */
export const directions = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;

export type ArrowKey = keyof typeof directions;

export const isArrow = (key: string): key is ArrowKey => key in directions;

/** Pixels between two positions that are asked: less than the narrowest parcel that can be clicked. */
const step = 4;

/** The parcels that a straight line from a point meets first, other than `from`; none up to the edge of the view. */
export function neighbours(map: Tiles, { lon, lat }: Spot, from: readonly string[], key: ArrowKey): readonly string[] {
  const { clientWidth, clientHeight } = map.getContainer();
  const [right, down] = directions[key];
  let { x, y } = map.project([lon, lat]);
  for (;;) {
    x += right * step;
    y += down * step;
    if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return [];
    const hits = parcelsAt(map, [x, y]);
    if (hits.length > 0 && !hits.some((hit) => from.includes(hit))) return hits;
  }
}
