import type { MapRef } from '@vis.gl/react-maplibre';
import type { Place } from './api';
import type { Bounds } from './geometry';
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

/** Pixels that the tools take, in two rows on phones. */
const tools = 116;

/** Fits bounds into the part of the map that tools, lists, panel and sheet leave. */
export function showBeside(map: MapRef, bounds: Bounds, maxZoom: number): void {
  const style = getComputedStyle(map.getContainer());
  const beside = (name: '--left' | '--right' | '--sheet') => (Number.parseFloat(style.getPropertyValue(name)) || 0) + padding;
  const free = { top: tools, left: beside('--left'), right: beside('--right'), bottom: beside('--sheet') };
  map.fitBounds(bounds, { padding: free, maxZoom });
}
