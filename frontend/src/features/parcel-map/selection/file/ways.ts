import { grouped } from '../../../../lib/format';
import { metresOf, type Distance } from '../distance';
import type { Choice } from '../shape';
import { mostLines, mostPositions, namesNumbers, type Column, type FileContent } from './read-file';

/** How a file selects parcels: those in its areas, under its points, along its lines, or those that a column names. */
export type Way = 'areas' | 'points' | 'routes' | 'column';

/** Most points, as the server allows. */
const mostPoints = 10_000;

/** The ways that a file offers, with what they are called. */
export function waysOf({ areas, points, routes, columns }: FileContent): readonly { readonly value: Way; readonly label: string }[] {
  const of = (count: number, where: string, one: string) =>
    count === 1 ? `${where} its ${one}` : `${where} its ${grouped(count)} ${one}s`;
  const areaCount = areas?.coordinates.length ?? 0;
  return [
    ...(areaCount > 0 ? [{ value: 'areas' as const, label: of(areaCount, 'In', 'area') }] : []),
    ...(points.length > 0 ? [{ value: 'points' as const, label: of(points.length, 'Under', 'point') }] : []),
    ...(routes.length > 0 ? [{ value: 'routes' as const, label: of(routes.length, 'Along', 'line') }] : []),
    ...(columns.length > 0 ? [{ value: 'column' as const, label: 'Named by a column' }] : []),
  ];
}

/** The way that is meant most often. A parcel number is surer than a pin, which may lie in the street. */
export function likelyWay(content: FileContent): Way | undefined {
  const ways = waysOf(content).map(({ value }) => value);
  const [column] = content.columns;
  return !ways.includes('areas') && column && namesNumbers(column.name) ? 'column' : ways[0];
}

/** Why a way cannot be taken; undefined if it can. */
export function refusalOf(way: Way, { points, routes }: FileContent, column: Column | undefined): string | undefined {
  switch (way) {
    case 'areas':
      return undefined;
    case 'points':
      return points.length > mostPoints
        ? `The file has ${grouped(points.length)} different points; at most 10,000 can be looked up.`
        : undefined;
    case 'routes':
      return routes.flat().length > mostPositions ? 'The lines of this file have more than 10,000 positions. Simplify them.' : undefined;
    case 'column':
      return column && column.lines.length > mostLines
        ? `The column has ${grouped(column.lines.length)} different texts; at most 10,000 can be looked up.`
        : undefined;
  }
}

/** What the file selects in this way: by this column, or at most this far from its lines. Undefined if nothing. */
export function choiceBy(
  way: Way,
  { areas, points, routes }: FileContent,
  column: Column | undefined,
  distance: Distance,
): Choice | undefined {
  switch (way) {
    case 'areas':
      return areas && { area: areas };
    case 'points':
      return { points: [...points] };
    case 'routes':
      return { corridor: { line: { type: 'MultiLineString', coordinates: [...routes] }, distance_m: metresOf(distance) } };
    case 'column':
      return column && { numbers: [...column.lines] };
  }
}
