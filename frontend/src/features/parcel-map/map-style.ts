import type { StyleSpecification, SourceSpecification } from 'maplibre-gl';
import type { MapConfig } from './api';

/**
 * Colours of the map. They are the map's own, not the theme's: the satellite picture under them is the same in light and dark.
 * Gold is the submarket, red is parcels, nothing else.
 */
export const mapColours = {
  land: '#e9e6dd',
  line: '#8b8f9c',
  gold: '#e0a526',
  parcel: '#e5322d',
  halo: '#ffffff',
  pending: '#16294d',
} as const;

/** Parcel outlines and the county overlay show from this zoom on (specification, point 9). */
export const outlineMinZoom = 15;
/** Zoom after a place was chosen in the search box. */
export const placeZoom = 17;
/** The middle of the contiguous United States, where a project without a submarket opens. */
export const initialView = { longitude: -98.5795, latitude: 39.8283, zoom: 4 } as const;

const tileSize = 256;

/** A raster source of 256-pixel tiles. */
function raster(tiles: string[], attribution: string, maxzoom: number, extra: object = {}): SourceSpecification {
  return { type: 'raster', tiles, tileSize, attribution, maxzoom, ...extra };
}

/** Absolute address of a path of our own: tiles are fetched in a worker, which has no page to be relative to. */
function absolute(path: string): string {
  return path.startsWith('/') ? `${window.location.origin}${path}` : path;
}

/**
 * The style under the project's own layers: imagery when it is configured, states and counties always, so that the map still says
 * where one is when the imagery's host is away; the Texas overlay; outlines of all parcels.
 */
export function baseStyle(config: MapConfig): StyleSpecification {
  const sources: StyleSpecification['sources'] = {
    counties: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    parcels: {
      type: 'vector',
      tiles: [absolute(config.parcel_tiles)],
      // Tiles are cut at one zoom and drawn larger beyond it: a parcel has few points.
      minzoom: outlineMinZoom,
      maxzoom: 16,
    },
  };
  const layers: StyleSpecification['layers'] = [
    { id: 'land', type: 'background', paint: { 'background-color': mapColours.land } },
  ];
  if (config.basemap) {
    sources['imagery'] = raster(config.basemap.tiles, config.basemap.attribution, config.basemap.maxzoom);
    layers.push({ id: 'imagery', type: 'raster', source: 'imagery' });
  }
  layers.push({
    id: 'counties',
    type: 'line',
    source: 'counties',
    paint: {
      'line-color': mapColours.line,
      'line-width': ['match', ['get', 'kind'], 'state', 1.4, 0.5],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, ['match', ['get', 'kind'], 'state', 1, 0], 6, 0.9, 13, 0.3],
    },
  });
  if (config.texas_overlay) {
    const { tiles, bounds, opacity, minzoom } = config.texas_overlay;
    sources['texas'] = raster(tiles, 'Texas Geographic Information Office', 20, { bounds, minzoom });
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
