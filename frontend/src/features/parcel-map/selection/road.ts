/**
 * A road as one line, put together from its pieces in the tiles of the base map. Tiles cut roads at their borders, with some overlap, and a
 * road may be in the tiles twice. Knows nothing of the map.
 */
import type { Feature, LineString, Position } from 'geojson';
import type { Spot } from '../map-state';
import { closest, within, type Line, type Point } from './line';

/** A piece of a road in a tile, as the map has it. */
export type TileFeature = Pick<Feature, 'geometry' | 'properties'>;

export interface Road {
  /** Its name or number; undefined if it has neither. */
  readonly name: string | undefined;
  readonly line: LineString;
  /** The piece by which it was found. */
  readonly piece: string;
}

/** Most positions of a line: the server's limit. */
export const mostPositions = 10_000;
/** Kinds of the tiles' layer `roads` that are roads: not railways, ferries, runways and footpaths. */
const roadKinds: readonly unknown[] = ['highway', 'major_road', 'minor_road', 'other'];
/** A road that turns more than this where pieces meet is another one, such as the opposite lanes; in degrees. */
const mostTurn = 120;
/** A direction is that of this part of a line, in tolerances: the ends of pieces are not exact. */
const look = 4;
const metresPerDegree = 111_195;

interface Piece {
  /** Its name and positions: the same wherever the map draws it. */
  readonly key: string;
  readonly name: string | undefined;
  readonly kind: unknown;
  readonly line: Line;
}

/** How a line can go on from a place. */
interface Way {
  readonly piece: Piece;
  /** From where it meets the line before. */
  readonly line: Line;
  /** Where it is after the part that shows its direction. */
  readonly ahead: Point;
  /** From the direction before, in degrees. */
  readonly turn: number;
}

/**
 * The road nearest to a place: of the features near it the nearest one, and what continues it. Of a named road that is what has its name,
 * at a fork the piece that turns least; a road without a name ends where others meet it. Pieces closer than `tolerance`, in metres, meet.
 * `all` is asked only for another piece than that of the road before.
 */
export function roadAt(
  spot: Spot,
  near: readonly TileFeature[],
  all: () => readonly TileFeature[],
  tolerance: number,
  before?: Road,
): Road | undefined {
  const plane = planeAround(spot);
  const start = nearest(piecesOf(near, plane.toPoint));
  if (!start || start.key === before?.piece) return start && before;
  const pieces = piecesOf(all(), plane.toPoint).filter(({ name }) => start.name === undefined || name === start.name);
  const used = new Set([start.key]);
  const forwards = extended(start, start.line, pieces, used, tolerance);
  const line = extended(start, forwards.toReversed(), pieces, used, tolerance).toReversed();
  const coordinates = within(line, mostPositions).map(plane.toPosition);
  return { name: start.name, line: { type: 'LineString', coordinates }, piece: start.key };
}

/** The positions of a line, at most so many: those that change its shape least are left out. */
export function shortened({ coordinates }: LineString, most: number): readonly Position[] {
  const [lon = 0, lat = 0] = coordinates[0] ?? [];
  const plane = planeAround({ lon, lat });
  return within(coordinates.map(plane.toPoint), most).map(plane.toPosition);
}

/** Names and numbers of the roads among features, each once, by the alphabet. */
export function roadNames(features: readonly TileFeature[]): readonly string[] {
  const named = features.flatMap(({ properties }) => {
    const name = roadKinds.includes(properties?.['kind']) ? nameOf(properties) : undefined;
    return name === undefined ? [] : [name];
  });
  return [...new Set(named)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Its name, else its number; undefined if it has neither. */
export function nameOf(properties: TileFeature['properties']): string | undefined {
  return [properties?.['name'], properties?.['ref']].find((each): each is string => typeof each === 'string' && each !== '');
}

/** Metres around a place, which is at 0, 0. */
function planeAround({ lon, lat }: Spot) {
  const [north, east] = [metresPerDegree, metresPerDegree * Math.cos((lat * Math.PI) / 180)];
  return {
    toPoint: ([x = 0, y = 0]: Position): Point => [(x - lon) * east, (y - lat) * north],
    toPosition: ([x, y]: Point): Position => [lon + x / east, lat + y / north],
  };
}

/** The lines of roads among features, each once. */
function piecesOf(features: readonly TileFeature[], toPoint: (at: Position) => Point): readonly Piece[] {
  const pieces = new Map<string, Piece>();
  for (const { geometry, properties } of features) {
    const { kind } = properties ?? {};
    if (!roadKinds.includes(kind)) continue;
    const named = nameOf(properties);
    const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.type === 'MultiLineString' ? geometry.coordinates : [];
    for (const positions of lines.filter(({ length }) => length > 1)) {
      const key = `${named ?? ''} ${positions.join(' ')}`;
      pieces.set(key, { key, name: named, kind, line: positions.map(toPoint) });
    }
  }
  return [...pieces.values()];
}

function nearest(pieces: readonly Piece[]): Piece | undefined {
  const [first] = pieces.map((piece) => ({ piece, ...closest(piece.line, [0, 0]) })).sort((a, b) => a.distance - b.distance);
  return first?.piece;
}

/** A line with what continues it at its end. Adds to `used` what it takes. */
function extended(road: Piece, from: Line, pieces: readonly Piece[], used: Set<string>, tolerance: number): Line {
  let line = from;
  for (;;) {
    const left = pieces.filter((piece) => !used.has(piece.key));
    const way = continuation(road, line, left, tolerance);
    if (!way) return line;
    used.add(way.piece.key);
    line = [...line, ...way.line.slice(1)];
  }
}

function continuation(road: Piece, line: Line, pieces: readonly Piece[], tolerance: number): Way | undefined {
  const ways = pieces
    .flatMap((piece) => waysOn(piece, line, tolerance))
    // Where tiles overlap, a piece also leads back.
    .filter(({ ahead }) => closest(line, ahead).distance > tolerance)
    .sort((a, b) => a.turn - b.turn);
  const [best, ...others] = ways;
  if (!best || best.turn > mostTurn) return undefined;
  if (road.name !== undefined) return best;
  const goesOn = best.piece.name === undefined && best.piece.kind === road.kind;
  return goesOn && others.every((other) => same(best, other, tolerance)) ? best : undefined;
}

/** Both ways along a piece from the end of a line, if it passes there. */
function waysOn(piece: Piece, line: Line, tolerance: number): Way[] {
  const end = line.at(-1);
  const { distance, at, before } = closest(piece.line, end ?? [0, 0]);
  if (!end || distance > tolerance) return [];
  const back = along(line.toReversed(), look * tolerance);
  const rests = [piece.line.slice(before + 1), piece.line.slice(0, before + 1).reverse()];
  return rests.flatMap((rest) => {
    const way = [at, ...rest];
    if (lengthOf(way) <= tolerance) return [];
    const ahead = along(way, look * tolerance);
    return [{ piece, line: way, ahead, turn: angle([end[0] - back[0], end[1] - back[1]], [ahead[0] - at[0], ahead[1] - at[1]]) }];
  });
}

/** Whether two ways are one road that is there twice. */
const same = (a: Way, b: Way, tolerance: number): boolean =>
  closest(a.line, b.ahead).distance <= tolerance || closest(b.line, a.ahead).distance <= tolerance;

const metresBetween = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

const lengthOf = (line: Line): number => line.reduce((sum, at, index) => sum + metresBetween(line[index - 1] ?? at, at), 0);

/** The point of a line that is so many metres from its beginning, or its end. */
function along(line: Line, metres: number): Point {
  let left = metres;
  let from: Point = line[0] ?? [0, 0];
  for (const to of line) {
    const length = metresBetween(from, to);
    if (length > left) return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
    left -= length;
    from = to;
  }
  return from;
}

/** Between two directions, 0 to 180 degrees. */
function angle([ax, ay]: Point, [bx, by]: Point): number {
  return (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180) / Math.PI;
}
