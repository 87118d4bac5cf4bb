import type { Feature, Geometry, Polygon, Position } from 'geojson';

/** The placemarks of a KML file as features; undefined if it is no KML. */
export function placemarksOf(text: string): readonly Feature<Geometry | null>[] | undefined {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) return undefined;
  if (document.documentElement.localName !== 'kml') return undefined;
  return [...document.getElementsByTagNameNS('*', 'Placemark')].map((placemark) => ({
    type: 'Feature',
    properties: propertiesOf(placemark),
    geometry: geometryOf(placemark),
  }));
}

function propertiesOf(placemark: Element): Record<string, string> {
  const properties: Record<string, string> = {};
  const name = [...placemark.children].find(({ localName }) => localName === 'name')?.textContent;
  if (name) properties['name'] = name.trim();
  for (const data of placemark.getElementsByTagNameNS('*', 'Data')) {
    const value = data.getElementsByTagNameNS('*', 'value')[0]?.textContent;
    properties[data.getAttribute('name') ?? ''] = value?.trim() ?? '';
  }
  for (const data of placemark.getElementsByTagNameNS('*', 'SimpleData')) {
    properties[data.getAttribute('name') ?? ''] = data.textContent.trim();
  }
  return properties;
}

function geometryOf(placemark: Element): Geometry | null {
  const all = (name: string) => [...placemark.getElementsByTagNameNS('*', name)];
  const polygons = all('Polygon').map(polygonOf);
  const lines = all('LineString').map(coordinatesOf);
  const points = all('Point').flatMap(coordinatesOf);
  const parts: Geometry[] = [];
  if (polygons.length > 0) parts.push({ type: 'MultiPolygon', coordinates: polygons });
  if (lines.length > 0) parts.push({ type: 'MultiLineString', coordinates: lines });
  if (points.length > 0) parts.push({ type: 'MultiPoint', coordinates: points });
  return parts.length > 1 ? { type: 'GeometryCollection', geometries: parts } : (parts[0] ?? null);
}

function polygonOf(polygon: Element): Polygon['coordinates'] {
  const rings = (name: string) => [...polygon.getElementsByTagNameNS('*', name)].map(coordinatesOf);
  return [...rings('outerBoundaryIs'), ...rings('innerBoundaryIs')];
}

const coordinatesOf = (element: Element): Position[] =>
  positionsOf(element.getElementsByTagNameNS('*', 'coordinates')[0]?.textContent ?? '');

const positionsOf = (text: string): Position[] =>
  text
    .trim()
    .split(/\s+/)
    .map((tuple) => tuple.split(',').slice(0, 2).map(Number));
