import type { SourceSpecification, StyleSpecification } from 'maplibre-gl';

/**
 * Colours of maps, independent of the theme, because base maps are the same in light and dark. Gold is the submarket or the selected area,
 * red is parcels only.
 */
export const mapColours = {
  land: '#e9e6dd',
  line: '#8b8f9c',
  gold: '#e0a526',
  parcel: '#e5322d',
  halo: '#ffffff',
  pending: '#16294d',
  chosen: '#1f7ae0',
  discarded: '#77797f',
} as const;

/** The middle of the contiguous United States (specification, point 9). */
export const initialView = { longitude: -98.5795, latitude: 39.8283, zoom: 4 } as const;

/** A raster tile source, as configured by the server. */
interface MapPicture {
  readonly tiles: string[];
  readonly attribution: string;
  readonly maxzoom: number;
}

/** A raster source of 256-pixel tiles (specification, point 9). */
export function rasterSource({ tiles, attribution, maxzoom }: MapPicture, extra: object = {}): SourceSpecification {
  return { type: 'raster', tiles, tileSize: 256, attribution, maxzoom, ...extra };
}

/** Absolute URL of one of our paths, because tiles are fetched in a worker without a base URL. */
export function absolute(path: string): string {
  return path.startsWith('/') ? `${window.location.origin}${path}` : path;
}

/** Minimum zoom of county borders; below it they would cover the map. */
const countiesMinZoom = 5;

/**
 * Land, the base map if there is one, and borders of states and counties from our own tiles, so that a map is usable when the base map's
 * host is unavailable.
 */
export function groundStyle(picture: MapPicture | null | undefined): StyleSpecification {
  const sources: StyleSpecification['sources'] = {
    borders: { type: 'vector', tiles: [absolute('/api/border_tiles/{z}/{x}/{y}.mvt')], maxzoom: 9 },
  };
  const layers: StyleSpecification['layers'] = [{ id: 'land', type: 'background', paint: { 'background-color': mapColours.land } }];
  if (picture) {
    sources['imagery'] = rasterSource(picture);
    layers.push({ id: 'imagery', type: 'raster', source: 'imagery' });
  }
  layers.push(
    {
      id: 'counties',
      type: 'line',
      source: 'borders',
      'source-layer': 'counties',
      minzoom: countiesMinZoom,
      paint: {
        'line-color': mapColours.line,
        'line-width': 0.5,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], countiesMinZoom, 0.4, 7, 0.9, 13, 0.3],
      },
    },
    {
      id: 'states',
      type: 'line',
      source: 'borders',
      'source-layer': 'states',
      paint: {
        'line-color': mapColours.line,
        'line-width': 1.4,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 1, 6, 0.9, 13, 0.3],
      },
    },
  );
  return { version: 8, sources, layers };
}
