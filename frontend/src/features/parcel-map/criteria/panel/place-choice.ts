import type { GateArea } from '../types';

/** Miles around a point at first, in metres: a point has no extent of its own. */
const usualReach = 1609;

/** Which kind of place it is: 'drawn', 'point', 'market:3', 'submarket:7'. */
export function kindOf({ market_id: market, submarket_id: submarket, point }: GateArea): string {
  if (market != null) return `market:${market}`;
  if (submarket != null) return `submarket:${submarket}`;
  return point ? 'point' : 'drawn';
}

interface Known {
  /** Of a market or submarket. */
  readonly name: string | undefined;
  /** Of the map: longitude and latitude. */
  readonly center: readonly [number, number] | undefined;
}

const usualNames = ['Drawn area', 'Point'];

/** The place of a choice, with the distance of the one before. */
export function placeOf(choice: string, before: GateArea, { name, center }: Known): GateArea {
  const { distance_m = 0 } = before;
  const own = kindOf(before).includes(':') || usualNames.includes(before.name) ? undefined : before.name;
  const [kind, id] = choice.split(':');
  switch (kind) {
    case 'market':
      return { name: name ?? 'Market', market_id: Number(id), distance_m };
    case 'submarket':
      return { name: name ?? 'Submarket', submarket_id: Number(id), distance_m };
    case 'point':
      return {
        name: own ?? 'Point',
        point: center ? [round(center[0]), round(center[1])] : null,
        distance_m: distance_m > 0 ? distance_m : usualReach,
      };
    default:
      return { name: own ?? 'Drawn area', polygon: before.polygon ?? null, distance_m };
  }
}

/** To a decimetre. */
const round = (degrees: number) => Number(degrees.toFixed(6));

/** The coordinates of a point, latitude first. */
export function pointName({ point }: GateArea): string {
  const [lon, lat] = point ?? [];
  return lon === undefined || lat === undefined ? 'The map is not ready.' : `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
}
