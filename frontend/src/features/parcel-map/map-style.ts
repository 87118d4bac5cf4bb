import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { absolute, mapColours, rasterSource } from '../../lib/base-map';
import { groundStyle } from '../../lib/base-style';
import type { MapConfig } from './api';
import type { Base } from './base';
import { allShown, type ShownLayers } from './layers';

/** Minimum zoom of parcel outlines and county overlay (specification, point 9). */
export const outlineMinZoom = 15;
/** Minimum zoom of parcel tiles. Below `outlineMinZoom` they show where parcels are, generalised. */
export const tilesMinZoom = 11;
/** How saved markers become clusters: below the zoom of outlines, where they would cover each other. */
export const clustering = { cluster: true, clusterRadius: 36, clusterMaxZoom: outlineMinZoom - 1 } as const;
/** Zoom after a place was chosen in the search box. */
export const placeZoom = 17;

/**
 * The base map with the layers that are tiles: the Texas overlay; outlines of all parcels, and from further away a quiet pattern of them.
 * The selected base map only if configured; states and counties always, so that the map is usable when the base map is unavailable.
 */
export function baseStyle(config: MapConfig, base: Base, dark = false, shown: ShownLayers = allShown): StyleSpecification {
  const sources: StyleSpecification['sources'] = {
    // As for the borders: publishers, licences and dates are in what the URL describes.
    parcels: {
      type: 'vector',
      url: absolute('/api-2/tiles.json'),
      tiles: [absolute(config.parcel_tiles)],
      minzoom: tilesMinZoom,
      // Overzoomed beyond it: a parcel has few points.
      maxzoom: 16,
    },
  };
  const layers: LayerSpecification[] = [];
  if (config.texas_overlay && shown.texas.on) {
    const { tiles, bounds, minzoom } = config.texas_overlay;
    sources['texas'] = rasterSource({ tiles, attribution: 'Texas Geographic Information Office', maxzoom: 20 }, { bounds, minzoom });
    layers.push({ id: 'texas', type: 'raster', source: 'texas', minzoom, paint: { 'raster-opacity': shown.texas.opacity } });
  }
  if (shown.parcels.on) {
    const { opacity } = shown.parcels;
    layers.push(
      ...parcelPattern(base === 'satellite' ? mapColours.halo : mapColours.quiet, opacity),
      ...parcelOutlines(opacity, base === 'map' && dark),
    );
  }
  return groundStyle(config, base, dark, { sources, layers });
}

/** On a dark map white edges would make red lines pink. */
function parcelOutlines(opacity: number, onDark: boolean): LayerSpecification[] {
  return [
    {
      id: 'parcel-halo',
      type: 'line',
      source: 'parcels',
      'source-layer': 'parcels',
      minzoom: outlineMinZoom,
      paint: { 'line-color': mapColours.halo, 'line-width': 2.2, 'line-opacity': (onDark ? 0.08 : 0.55) * opacity },
    },
    {
      id: 'parcel-outline',
      type: 'line',
      source: 'parcels',
      'source-layer': 'parcels',
      minzoom: outlineMinZoom,
      paint: { 'line-color': mapColours.parcel, 'line-width': 1, 'line-opacity': 0.85 * opacity },
    },
  ];
}

/**
 * Where parcels are, below the zoom of their outlines: thin lines of the large ones (all at zoom 14) and a dot for each group of smaller
 * ones. Not red, which is the outlines' colour.
 */
function parcelPattern(colour: string, opacity: number): LayerSpecification[] {
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
        'line-opacity': ['interpolate', ['linear'], ['zoom'], tilesMinZoom, 0.25 * opacity, 14, 0.5 * opacity],
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
        'circle-opacity': 0.45 * opacity,
        // By the area of the dot; a group of 48 parcels is the densest that is told apart.
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'parcels']], 1, 0.8, 7, 2.4],
      },
    },
  ];
}
