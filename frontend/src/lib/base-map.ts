import type { RasterSourceSpecification } from 'maplibre-gl';

/**
 * Colours of what lies on maps, independent of the theme, because imagery is. Gold is the submarket or the selected area, red is parcels
 * only.
 */
export const mapColours = {
  gold: '#e0a526',
  parcel: '#e5322d',
  halo: '#ffffff',
  pending: '#16294d',
  chosen: '#1f7ae0',
  discarded: '#77797f',
  /** Discarded parcels whose discard is due for review. */
  review: '#b0249f',
  /** Parcels that match the filter. */
  matching: '#0b9486',
  /** Where the person is. */
  here: '#2f6fd6',
  /** The pattern of parcels on a street map. */
  quiet: '#8b8f9c',
} as const;

/** The middle of the contiguous United States (specification, point 9). */
export const initialView = { longitude: -98.5795, latitude: 39.8283, zoom: 4 } as const;

/** A raster tile source, as configured by the server. */
export interface MapPicture {
  readonly tiles: string[];
  readonly attribution: string;
  readonly maxzoom: number;
}

/** A raster source of 256-pixel tiles (specification, point 9). */
export function rasterSource({ tiles, attribution, maxzoom }: MapPicture, extra: object = {}): RasterSourceSpecification {
  return { type: 'raster', tiles, tileSize: 256, attribution, maxzoom, ...extra };
}

/** Absolute URL of one of our paths, because tiles are fetched in a worker without a base URL. */
export function absolute(path: string): string {
  return path.startsWith('/') ? `${window.location.origin}${path}` : path;
}
