/** A selected area in degrees. */
export interface Area {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A corner of an area in degrees. */
export interface Corner {
  readonly lon: number;
  readonly lat: number;
}

/** Largest area that may be simulated, km² (specification, point 9). */
export const maxAreaKm2 = 3600;

const kmPerDegree = 111.32;

/** The area in km² by the specification's estimate: 111.32 km a degree, corrected by the cosine of the middle latitude. */
export function areaKm2({ west, south, east, north }: Area): number {
  const middle = (((south + north) / 2) * Math.PI) / 180;
  return (east - west) * kmPerDegree * Math.cos(middle) * (north - south) * kmPerDegree;
}

/** The area between two corners, in any order. */
export function areaBetween(one: Corner, other: Corner): Area {
  return {
    west: Math.min(one.lon, other.lon),
    south: Math.min(one.lat, other.lat),
    east: Math.max(one.lon, other.lon),
    north: Math.max(one.lat, other.lat),
  };
}

/** 'west,south,east,north' of a link; nothing if it is no area. */
export function areaOf(text: string | null): Area | undefined {
  const edges = (text ?? '').split(',').map((edge) => (edge.trim() === '' ? Number.NaN : Number(edge)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = edges;
  const isArea = edges.length === 4 && west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90;
  return isArea ? { west, south, east, north } : undefined;
}

/** Width and height in km. */
export function sidesKm(area: Area): { width: number; height: number } {
  const height = (area.north - area.south) * kmPerDegree;
  return { width: height > 0 ? areaKm2(area) / height : 0, height };
}

/** A sample area with generated layers; they are marked as samples wherever they are shown. */
export interface SampleArea {
  readonly name: string;
  readonly area: Area;
}

export const sampleAreas: readonly SampleArea[] = [
  { name: 'Charlotte region', area: { west: -81.15, south: 34.95, east: -80.55, north: 35.5 } },
  { name: 'Denver region', area: { west: -105.25, south: 39.45, east: -104.6, north: 40 } },
  { name: 'Sample city region', area: { west: -95.51, south: 29.635, east: -95.23, north: 29.885 } },
];
