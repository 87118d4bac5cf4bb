import type { Feature, FeatureCollection, Polygon } from 'geojson';
import type { Area } from './area';

export function collection(features: readonly Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features: [...features] };
}

/** An area's outline. */
export function rectangle({ west, south, east, north }: Area, properties: Record<string, string>): Feature<Polygon> {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
}
