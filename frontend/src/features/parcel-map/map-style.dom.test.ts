import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { mapColours } from '../../lib/base-map';
import type { MapConfig } from './api';
import { baseStyle } from './map-style';

const picture = { kind: 'satellite', tiles: ['https://tiles.example/{z}/{x}/{y}.png'], attribution: 'Tiles', maxzoom: 19 };
const config: MapConfig = {
  basemap: picture,
  streetmap: picture,
  outline_minzoom: 15,
  parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
  texas_overlay: { tiles: ['https://texas.example/{z}/{y}/{x}'], bounds: [-106.7, 25.8, -93.5, 36.5], minzoom: 10, opacity: 0.6 },
};

/** The built app does not validate styles (`build/maps.ts`). */
describe('the style of the map', () => {
  it.each(['satellite', 'map'] as const)('is valid on the %s base', (base) => {
    expect(validateStyleMin(baseStyle(config, base))).toEqual([]);
  });

  it('is valid without pictures, and has borders then, too', () => {
    const style = baseStyle({ ...config, basemap: null, streetmap: null, texas_overlay: null }, 'satellite');
    expect(validateStyleMin(style)).toEqual([]);
    expect(style.layers.map(({ id }) => id)).toEqual(expect.arrayContaining(['states', 'counties', 'parcel-outline']));
  });

  it('shows outlines in red from zoom 15 only, and that there are parcels from zoom 11', () => {
    const { layers } = baseStyle(config, 'satellite');
    const shown = (zoom: number) =>
      layers.flatMap((layer) => {
        if (!('source' in layer) || layer.source !== 'parcels') return [];
        return zoom >= (layer.minzoom ?? 0) && zoom < (layer.maxzoom ?? 24) ? [layer.id] : [];
      });
    expect(shown(10.9)).toEqual([]);
    expect(shown(11)).toEqual(['parcel-pattern', 'parcel-dots']);
    expect(shown(14.9)).toEqual(['parcel-pattern', 'parcel-dots']);
    expect(shown(15)).toEqual(['parcel-halo', 'parcel-outline']);
    const red = layers.filter((layer) => JSON.stringify(layer.paint ?? {}).includes(mapColours.parcel));
    expect(red.map(({ id }) => id)).toEqual(['parcel-outline']);
  });
});
