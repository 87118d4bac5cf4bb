import type { Feature, FeatureCollection } from 'geojson';
import { acres } from '../../lib/format';
import { collection } from './geometry';
import type { Spot } from './map-state';

/** A measurement: corners in the order in which they were set; a finished one takes no more. */
export interface Measurement {
  readonly corners: readonly Spot[];
  readonly finished: boolean;
}

export const empty: Measurement = { corners: [], finished: false };

export type MeasureAction =
  | { readonly type: 'start' }
  | { readonly type: 'add'; readonly corner: Spot }
  | { readonly type: 'undo' }
  | { readonly type: 'finish' }
  | { readonly type: 'end' };

/** State of the measuring tool; undefined while it is not used. */
export function reduceMeasure(state: Measurement | undefined, action: MeasureAction): Measurement | undefined {
  switch (action.type) {
    case 'start':
      return empty;
    case 'add':
      return state && !state.finished && !repeats(state, action.corner) ? { ...state, corners: [...state.corners, action.corner] } : state;
    case 'undo':
      return state && { finished: false, corners: state.corners.slice(0, -1) };
    case 'finish':
      return state && { ...state, finished: state.corners.length > 1 };
    case 'end':
      return undefined;
  }
}

/** The second click of a double click is at the same place. */
function repeats({ corners }: Measurement, { lat, lon }: Spot): boolean {
  const last = corners.at(-1);
  return last?.lat === lat && last.lon === lon;
}

/** Mean radius of the earth in metres. */
const earth = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Length of a line in metres, along great circles. */
export function lengthOf(corners: readonly Spot[]): number {
  return corners.slice(1).reduce((sum, to, at) => {
    const from = corners[at] ?? to;
    const [a, b] = [radians(from.lat), radians(to.lat)];
    const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.lon - from.lon) / 2) ** 2;
    return sum + 2 * earth * Math.asin(Math.sqrt(h));
  }, 0);
}

/** Area within corners in square metres, on a sphere; 0 for fewer than three. Of an outline that crosses itself it is none. */
export function areaOf(corners: readonly Spot[]): number {
  const twice = corners.reduce((sum, from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from;
    return sum + radians(to.lon - from.lon) * (2 + Math.sin(radians(from.lat)) + Math.sin(radians(to.lat)));
  }, 0);
  return Math.abs((twice * earth * earth) / 2);
}

type Edge = readonly [from: Spot, to: Spot];

/** Whether the closed outline of these corners crosses or touches itself. */
export function crossesItself(corners: readonly Spot[]): boolean {
  const edges = edgesOf(corners);
  return edges.some((edge, at) =>
    edges.some((other, place) => place > at + 1 && !(at === 0 && place === edges.length - 1) && meet(edge, other)),
  );
}

/** Of the closed outline; none where a corner is repeated. */
function edgesOf(corners: readonly Spot[]): readonly Edge[] {
  const edges = corners.map((from, at): Edge => [from, corners[(at + 1) % corners.length] ?? from]);
  return edges.filter(([from, to]) => from.lon !== to.lon || from.lat !== to.lat);
}

function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const [ofC, ofD] = [sideOf([a, b], c), sideOf([a, b], d)];
  if (ofC === 0 && ofD === 0) return overlap([a.lon, b.lon], [c.lon, d.lon]) && overlap([a.lat, b.lat], [c.lat, d.lat]);
  return ofC !== ofD && sideOf([c, d], a) !== sideOf([c, d], b);
}

/** On which side of an edge a point is: 1, -1, or 0 on its line. Outlines are small, so degrees do. */
function sideOf([from, to]: Edge, { lon, lat }: Spot): number {
  return Math.sign((to.lon - from.lon) * (lat - from.lat) - (to.lat - from.lat) * (lon - from.lon));
}

function overlap(one: readonly [number, number], other: readonly [number, number]): boolean {
  return Math.max(Math.min(...one), Math.min(...other)) <= Math.min(Math.max(...one), Math.max(...other));
}

const metresPerFoot = 0.3048;
const feetPerMile = 5280;
const squareFeetPerAcre = 43_560;
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A length in metres as '420 ft', from a mile on as '1.25 mi'. */
export function lengthWords(metres: number): string {
  const feet = metres / metresPerFoot;
  return feet < feetPerMile ? `${whole.format(feet)} ft` : `${hundredths.format(feet / feetPerMile)} mi`;
}

/** An area in square metres as '21,780 sq ft, 0.5 acres'. */
export function areaWords(squareMetres: number): string {
  const feet = squareMetres / metresPerFoot ** 2;
  return `${whole.format(feet)} sq ft, ${acres(feet / squareFeetPerAcre)}`;
}

/** The corners, the line between them and, of three or more, the area, for the map. */
export function shapesOf({ corners }: Measurement): FeatureCollection {
  const positions = corners.map(({ lon, lat }) => [lon, lat]);
  const features: Feature[] = positions.map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates },
  }));
  if (positions.length > 1) {
    features.push({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: positions } });
  }
  if (positions.length > 2) {
    const ring = [...positions, ...positions.slice(0, 1)];
    features.push({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } });
  }
  return collection(features);
}
