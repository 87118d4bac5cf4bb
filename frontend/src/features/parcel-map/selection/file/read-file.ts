import type { Feature, Geometry, Position } from 'geojson';
import { rowsOf } from './csv';
import { placemarksOf } from './kml';
import { isOnMap, placesOf, pointsOf, routesOf, shapesOf, type Shape } from './shapes';

/** Largest file, in bytes: more than ten thousand outlines have. */
const maxBytes = 30_000_000;
/** As the server allows. */
export const mostLines = 10_000;
export const mostPositions = 10_000;
const mostChars = 200;

/** A column of a file, and the texts in it, each once. */
export interface Column {
  readonly name: string;
  readonly lines: readonly string[];
}

/** What a file can select: parcels in its areas, under its points, along its lines, or those that a column names; and what of it a map can show. */
export interface FileContent {
  /** In the order of the file, the likely one first. Columns without a text are not listed. */
  readonly columns: readonly Column[];
  /** Outer and inner rings of all polygons; undefined if there are none. */
  readonly areas: { readonly type: 'MultiPolygon'; readonly coordinates: Position[][][] } | undefined;
  /** Why the areas cannot be used, though there are some. */
  readonly areasRefused: string | undefined;
  /** Longitude and latitude of all points, each once. */
  readonly points: readonly Position[];
  /** All lines, such as roads. */
  readonly routes: readonly Position[][];
  /** Areas, lines and points; undefined if one of them is not in longitude and latitude. */
  readonly shapes: readonly Shape[] | undefined;
}

/** A file that selects nothing, and why. */
export class UnreadableFile extends Error {}

/** Reads a CSV, KML or GeoJSON file. */
export async function readFile(file: File): Promise<FileContent> {
  if (file.size > maxBytes) throw new UnreadableFile('The file is larger than 30 MB.');
  const name = file.name.toLowerCase();
  const text = await file.text();
  if (/\.(csv|tsv|txt)$/.test(name)) return contentOfRows(rowsOf(text));
  if (name.endsWith('.kml')) {
    const placemarks = placemarksOf(text);
    if (!placemarks) throw new UnreadableFile('This is no KML file, or it is damaged.');
    return contentOfFeatures(placemarks);
  }
  if (/\.(geojson|json)$/.test(name)) return contentOfFeatures(featuresOf(text));
  throw new UnreadableFile('Choose a CSV, KML or GeoJSON file.');
}

function contentOfRows([head, ...rows]: readonly (readonly string[])[]): FileContent {
  if (!head) throw new UnreadableFile('The file is empty.');
  // A single column without a header is a list.
  const isList = head.length === 1 && !likely(head[0] ?? '') && /\d/.test(head[0] ?? '');
  const names = isList ? ['Lines'] : head.map((name, index) => name.trim() || `Column ${index + 1}`);
  const all = isList ? [head, ...rows] : rows;
  return complete(
    names.map((name, index) => ({ name, lines: linesOf(all.map((row) => row[index])) })),
    undefined,
    pointsOf(names, all),
  );
}

function featuresOf(text: string): readonly Feature<Geometry | null>[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UnreadableFile('This is no GeoJSON file, or it is damaged.');
  }
  const json = (read ?? {}) as { type?: string; features?: unknown; crs?: { properties?: { name?: string } } };
  const crs = json.crs?.properties?.name;
  if (crs !== undefined && !/CRS84|4326/.test(crs)) {
    throw new UnreadableFile('The file’s coordinates are not longitude and latitude (WGS 84). Please export it in WGS 84.');
  }
  if (Array.isArray(json.features)) return json.features as Feature<Geometry | null>[];
  if (json.type === 'Feature') return [read as Feature];
  if (json.type !== undefined && geometryTypes.has(json.type)) return [{ type: 'Feature', properties: {}, geometry: read as Geometry }];
  throw new UnreadableFile('There are no features in this file.');
}

const geometryTypes: ReadonlySet<string> = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

function contentOfFeatures(features: readonly Feature<Geometry | null>[]): FileContent {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const columns = names.map((name) => ({ name, lines: linesOf(features.map(({ properties }) => properties?.[name] as unknown)) }));
  const polygons = features.flatMap(({ geometry }) => polygonsOf(geometry));
  return complete(columns, polygons.length > 0 ? polygons : undefined, shapesOf(features));
}

function polygonsOf(geometry: Geometry | null): Position[][][] {
  switch (geometry?.type) {
    case 'Polygon':
      return [geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates;
    case 'GeometryCollection':
      return geometry.geometries.flatMap(polygonsOf);
    default:
      return [];
  }
}

function complete(columns: readonly Column[], polygons: Position[][][] | undefined, shapes: readonly Shape[] | undefined): FileContent {
  const filled = columns.filter(({ lines }) => lines.length > 0);
  if (filled.length === 0 && !polygons && shapes?.length === 0)
    throw new UnreadableFile('There are no parcel numbers, addresses or shapes in this file.');
  const areasRefused = polygons && refusalOf(polygons);
  return {
    columns: filled.toSorted((a, b) => Number(likely(b.name)) - Number(likely(a.name))),
    areas: polygons && areasRefused === undefined ? { type: 'MultiPolygon', coordinates: polygons } : undefined,
    areasRefused,
    points: placesOf(shapes ?? []),
    routes: routesOf(shapes ?? []),
    shapes,
  };
}

function refusalOf(polygons: Position[][][]): string | undefined {
  const positions = polygons.flat(2);
  if (positions.length > mostPositions) return 'The areas of this file have more than 10,000 positions. Use a column, or simplify them.';
  if (!positions.every(isOnMap)) return 'The areas of this file are not in longitude and latitude.';
  return undefined;
}

/** Texts of a column, each once; nothing that could be no number or address. */
function linesOf(values: readonly unknown[]): readonly string[] {
  const lines = values.map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''));
  // An apostrophe keeps spreadsheets from running a text; it is none of the number.
  const plain = lines.map((line) => line.replace(/^'(?=[=+\-@])/, ''));
  return [...new Set(plain)].filter((line) => line !== '' && line.length <= mostChars);
}

/** Names of columns that mostly hold parcel numbers, then those of addresses. */
const likely = (name: string): boolean => namesNumbers(name) || addressNames.test(name);
/** Whether a column of this name mostly holds parcel numbers. */
export const namesNumbers = (name: string): boolean => numberNames.test(name);
const numberNames = /^(parcel|parcel_?(numb(er)?|no|id|num)|apn|pin|pid|account|acct|hcad_num|geo_?id|tax_?id)$/i;
const addressNames = /^((site|situs|street|property)?_?\s?addr(ess)?)$/i;
