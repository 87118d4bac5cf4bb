import type { Feature, FeatureCollection, Geometry, Point, Position } from 'geojson';

/** West, south, east, north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** All positions of a geometry; none of what is no geometry. */
export function positionsOf(geometry: Geometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(positionsOf);
    default:
      return [];
  }
}

/** Bounding box of a geometry; undefined for an empty one. */
export function boundsOf(geometry: Geometry): Bounds | undefined {
  const all = positionsOf(geometry);
  const first = all[0];
  if (first?.[0] === undefined || first[1] === undefined) return undefined;
  const bounds: Bounds = [first[0], first[1], first[0], first[1]];
  for (const [lon, lat] of all) {
    if (lon === undefined || lat === undefined) continue;
    bounds[0] = Math.min(bounds[0], lon);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lon);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return bounds;
}

/** The midpoint of a box's right side. */
export function rightOf([, south, east, north]: Bounds): { lat: number; lon: number } {
  return { lat: (south + north) / 2, lon: east };
}

/** The bounding box of several boxes. */
export function union(boxes: readonly Bounds[]): Bounds | undefined {
  const [first, ...rest] = boxes;
  if (!first) return undefined;
  return rest.reduce<Bounds>(
    (all, box) => [Math.min(all[0], box[0]), Math.min(all[1], box[1]), Math.max(all[2], box[2]), Math.max(all[3], box[3])],
    first,
  );
}

/** A feature collection, for map sources. */
export function collection<G extends Geometry, P>(features: readonly Feature<G, P>[]): FeatureCollection<G, P> {
  return { type: 'FeatureCollection', features: [...features] };
}

/** A point feature, longitude before latitude. */
export function pointFeature<P>(lon: number, lat: number, properties: P): Feature<Point, P> {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties };
}
