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
