import type { MapRef } from '@vis.gl/react-maplibre';
import type { Place } from './api';
import { placeZoom } from './map-style';

/** Areas, which are shown whole. */
const areas: ReadonlySet<Place['kind']> = new Set(['county', 'city', 'market', 'submarket'] as const);

const duration = 800;
/** Pixels around an area. */
const padding = 40;

/** Moves the map to the place: an area fits the view; everything else is in the middle, at the zoom of the specification. */
export function showPlace(map: MapRef, { kind, bbox, lon, lat }: Place): void {
  if (areas.has(kind) && bbox?.length === 4) {
    const [west, south, east, north] = bbox as [number, number, number, number];
    map.fitBounds([west, south, east, north], { padding, maxZoom: placeZoom, duration });
  } else {
    map.flyTo({ center: [lon, lat], zoom: placeZoom, duration });
  }
}
