import type { StyleSpecification } from 'maplibre-gl';
import { absolute, groundStyle, mapColours, rasterSource } from '../../lib/base-map';
import type { MapConfig } from './api';
import type { Base } from './base';

/** Minimum zoom of parcel outlines and county overlay (specification, point 9). */
export const outlineMinZoom = 15;
/** Minimum zoom of parcel tiles. Below `outlineMinZoom` they show where parcels are, generalised. */
const tilesMinZoom = 11;
/** Zoom after a place was chosen in the search box. */
export const placeZoom = 17;

/**
 * The base style under the project's own layers: the selected base map if configured; states and counties always, so that the map is usable
 * when the base map's host is unavailable; the Texas overlay; outlines of all parcels, and from further away a quiet pattern of them.
 */
export function baseStyle(config: MapConfig, base: Base): StyleSpecification {
  const { sources, layers } = groundStyle(base === 'satellite' ? config.basemap : config.streetmap);
  sources['parcels'] = {
    type: 'vector',
    tiles: [absolute(config.parcel_tiles)],
    minzoom: tilesMinZoom,
    // Overzoomed beyond it: a parcel has few points.
    maxzoom: 16,
  };
  if (config.texas_overlay) {
    const { tiles, bounds, opacity, minzoom } = config.texas_overlay;
    sources['texas'] = rasterSource({ tiles, attribution: 'Texas Geographic Information Office', maxzoom: 20 }, { bounds, minzoom });
    layers.push({ id: 'texas', type: 'raster', source: 'texas', minzoom, paint: { 'raster-opacity': opacity } });
  }
  layers.push(
    ...parcelPattern(base === 'satellite' ? mapColours.halo : mapColours.line),
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

/**
 * Where parcels are, below the zoom of their outlines: thin lines of the large ones (all at zoom 14) and a dot for each group of smaller
 * ones. Not red, which is the outlines' colour.
 */
function parcelPattern(colour: string): StyleSpecification['layers'] {
  return [
    {
      id: 'parcel-pattern',
      type: 'line',
      source: 'parcels',
      'source-layer': 'parcels',
      minzoom: tilesMinZoom,
      maxzoom: outlineMinZoom,
      paint: {
        'line-color': colour,
        'line-width': 0.6,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], tilesMinZoom, 0.25, 14, 0.5],
      },
    },
    {
      id: 'parcel-dots',
      type: 'circle',
      source: 'parcels',
      'source-layer': 'parcel_counts',
      minzoom: tilesMinZoom,
      maxzoom: outlineMinZoom,
      paint: {
        'circle-color': colour,
        'circle-opacity': 0.45,
        // By the area of the dot; a group of 48 parcels is the densest that is told apart.
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'parcels']], 1, 0.8, 7, 2.4],
      },
    },
  ];
}
