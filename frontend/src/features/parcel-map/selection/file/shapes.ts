import type { Feature, Geometry, Position } from 'geojson';
import { positionsOf } from '../../geometry';

/** What of a file a map can draw: shapes with their names, if they have one. Nothing shows their other properties. */
export type Shape = Feature<Geometry, Named | null>;

interface Named {
  readonly name: string;
}

/** Properties and columns with names of places, the most likely one first. */
const namesOfNames = [
  'name',
  'label',
  'title',
  'site_name',
  'place_name',
  'full_name',
  'fullname',
  'namelsad',
  'descriptio',
  'description',
];
const mostChars = 60;

/** What is written beside a shape. */
function nameOf(properties: Readonly<Record<string, unknown>> | null): Named | null {
  const given = new Map(Object.entries(properties ?? {}).map(([key, value]) => [key.trim().toLowerCase(), value]));
  for (const key of namesOfNames) {
    const value = given.get(key);
    const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (name !== '') return { name: name.length > mostChars ? `${name.slice(0, mostChars - 1).trimEnd()}…` : name };
  }
  return null;
}

/** The features that have a shape, as a map draws them; undefined if one of them is not in longitude and latitude. */
export function shapesOf(features: readonly Feature<Geometry | null>[]): readonly Shape[] | undefined {
  const shapes: Shape[] = [];
  for (const { geometry, properties } of features) {
    const positions = geometry ? positionsOf(geometry) : [];
    if (!positions.every(isOnMap)) return undefined;
    if (geometry && positions.length > 0) shapes.push({ type: 'Feature', properties: nameOf(properties), geometry });
  }
  return shapes;
}

/** Whether it is longitude and latitude, where web maps have land. */
export function isOnMap([lon, lat]: Position): boolean {
  return typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 85;
}

const latitudes = /^(lat|latitude|y)$/i;
const longitudes = /^(lon|lng|long|longitude|x)$/i;

/** Points of a table with a column of latitudes and one of longitudes. Rows without a place have none. */
export function pointsOf(names: readonly string[], rows: readonly (readonly string[])[]): readonly Shape[] | undefined {
  const [lat, lon] = [latitudes, longitudes].map((wanted) => names.findIndex((name) => wanted.test(name)));
  if (lat === undefined || lon === undefined || lat < 0 || lon < 0) return [];
  const placed = rows.filter((row) => row[lat]?.trim() && row[lon]?.trim());
  return shapesOf(
    placed.map((row) => ({
      type: 'Feature',
      properties: Object.fromEntries(names.map((name, index) => [name, row[index]])),
      geometry: { type: 'Point', coordinates: [Number(row[lon]), Number(row[lat])] },
    })),
  );
}

/** Longitudes and latitudes of all points, each once. */
export function placesOf(shapes: readonly Shape[]): readonly Position[] {
  const places = shapes.flatMap(({ geometry }) => pointsIn(geometry)).map(onGround);
  return [...new Map(places.map((place) => [place.join(), place])).values()];
}

/** All lines, of at least two positions each. */
export function routesOf(shapes: readonly Shape[]): readonly Position[][] {
  return shapes
    .flatMap(({ geometry }) => linesIn(geometry))
    .filter((line) => line.length > 1)
    .map((line) => line.map(onGround));
}

function pointsIn(geometry: Geometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
      return geometry.coordinates;
    case 'GeometryCollection':
      return geometry.geometries.flatMap(pointsIn);
    default:
      return [];
  }
}

function linesIn(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'GeometryCollection':
      return geometry.geometries.flatMap(linesIn);
    default:
      return [];
  }
}

/** Without the height, to a centimetre. */
const onGround = ([lon = 0, lat = 0]: Position): Position => [lon, lat].map((degrees) => Number(degrees.toFixed(7)));
