import type { StyleSpecification } from 'maplibre-gl';
import { absolute, groundStyle, mapColours, rasterSource } from '../../lib/base-map';
import type { MapConfig } from './api';
import type { Base } from './base';

/** Minimum zoom of parcel outlines and county overlay (specification, point 9). */
export const outlineMinZoom = 15;
/** Zoom after a place was chosen in the search box. */
export const placeZoom = 17;

/**
 * The base style under the project's own layers: the selected base map if configured; states and counties always, so that the map is usable
 * when the base map's host is unavailable; the Texas overlay; outlines of all parcels.
 */
export function baseStyle(config: MapConfig, base: Base): StyleSpecification {
  const { sources, layers } = groundStyle(base === 'satellite' ? config.basemap : config.streetmap);
  sources['parcels'] = {
    type: 'vector',
    tiles: [absolute(config.parcel_tiles)],
    // Tiles exist at one zoom and are overzoomed beyond it: a parcel has few points.
    minzoom: outlineMinZoom,
    maxzoom: 16,
  };
  if (config.texas_overlay) {
    const { tiles, bounds, opacity, minzoom } = config.texas_overlay;
    sources['texas'] = rasterSource({ tiles, attribution: 'Texas Geographic Information Office', maxzoom: 20 }, { bounds, minzoom });
    layers.push({ id: 'texas', type: 'raster', source: 'texas', minzoom, paint: { 'raster-opacity': opacity } });
  }
  layers.push(
    {
      id: 'parcel-halo',
      type: 'line',
      source: 'parcels',
      'source-layer': 'parcels',
      minzoom: outlineMinZoom,
      paint: { 'line-color': mapColours.halo, 'line-width': 2.2, 'line-opacity': 0.55 },
    },
    {
      id: 'parcel-outline',
      type: 'line',
      source: 'parcels',
      'source-layer': 'parcels',
      minzoom: outlineMinZoom,
      paint: { 'line-color': mapColours.parcel, 'line-width': 1, 'line-opacity': 0.85 },
    },
  );
  return { version: 8, sources, layers };
}
