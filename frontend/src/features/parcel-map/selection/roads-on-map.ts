import type { GeoJSONFeature, StyleSpecification } from 'maplibre-gl';
import type { Spot } from '../map-state';
import { nameOf, roadAt, roadNames, type Road } from './road';
import type { Pixel } from './shape';

/** The part of the map that is asked. */
export interface RoadMap {
  getStyle: () => Pick<StyleSpecification, 'layers'>;
  getZoom: () => number;
  getContainer: () => { readonly clientWidth: number; readonly clientHeight: number };
  unproject: (point: [number, number]) => { readonly lng: number; readonly lat: number };
  queryRenderedFeatures: {
    (box: [[number, number], [number, number]], options: { layers: string[] }): readonly Pick<GeoJSONFeature, 'geometry' | 'properties'>[];
    (options: { layers: string[] }): readonly Pick<GeoJSONFeature, 'geometry' | 'properties'>[];
  };
}

/** Pixels around the pointer in which a road is looked for. */
const pointerReach = 8;
/** Around the middle of the map, which is not moved as exactly as a pointer. */
const middleReach = 40;
/** Pieces of a road this close meet: what the tiles' own exactness may be off, in pixels, and the least in metres. */
const seam = { pixels: 2, metres: 5 };
/** At zoom 0 on the equator. */
const metresPerPixel = 78_271.5;

/** The road under the pointer; the one before if the pointer is still on it. */
export const roadUnder = (map: RoadMap, at: Pixel, before?: Road): Road | undefined => roadNear(map, at, pointerReach, before);

/** The road at the middle of the map. */
export function roadInMiddle(map: RoadMap): Road | undefined {
  const { clientWidth, clientHeight } = map.getContainer();
  return roadNear(map, { x: clientWidth / 2, y: clientHeight / 2 }, middleReach);
}

/** The named roads that the map shows. */
export const roadsInView = (map: RoadMap): readonly string[] => roadNames(drawnRoads(map));

/** The road of a name, as far as the map shows it; of several the one nearest to the middle. */
export function roadOfName(map: RoadMap, name: string): Road | undefined {
  const all = drawnRoads(map);
  const { clientWidth, clientHeight } = map.getContainer();
  const { lng, lat } = map.unproject([clientWidth / 2, clientHeight / 2]);
  return roadAt(
    { lon: lng, lat },
    all.filter(({ properties }) => nameOf(properties) === name),
    () => all,
    toleranceAt(map, lat),
  );
}

/** The road nearest to a position on the screen, as far as the map shows it; undefined if none is so near. */
function roadNear(map: RoadMap, { x, y }: Pixel, reach: number, before?: Road): Road | undefined {
  const layers = roadLayers(map.getStyle().layers);
  if (layers.length === 0) return undefined;
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const near = map.queryRenderedFeatures(box, { layers });
  if (near.length === 0) return undefined;
  const { lng, lat } = map.unproject([x, y]);
  const spot: Spot = { lon: lng, lat };
  return roadAt(spot, near, () => map.queryRenderedFeatures({ layers }), toleranceAt(map, lat), before);
}

/** How far pieces that meet may be apart, in metres. */
function toleranceAt(map: RoadMap, lat: number): number {
  const metres = (metresPerPixel * Math.cos((lat * Math.PI) / 180)) / 2 ** map.getZoom();
  return Math.max(seam.metres, seam.pixels * metres);
}

function drawnRoads(map: RoadMap) {
  const layers = roadLayers(map.getStyle().layers);
  // Without layers it would answer everything that is drawn.
  return layers.length > 0 ? map.queryRenderedFeatures({ layers }) : [];
}

/** The lines of the base map's roads, on the street map and over imagery. */
const roadLayers = (layers: StyleSpecification['layers']): string[] =>
  layers.filter((layer) => layer.type === 'line' && layer['source-layer'] === 'roads').map(({ id }) => id);
