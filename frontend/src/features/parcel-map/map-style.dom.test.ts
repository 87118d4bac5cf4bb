import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { mapColours } from '../../lib/base-map';
import type { MapConfig } from './api';
import { allShown, type LayerId, type Shown } from './layers';
import { baseStyle } from './map-style';

const picture = { kind: 'satellite', tiles: ['https://tiles.example/{z}/{x}/{y}.png'], attribution: 'Tiles', maxzoom: 19 };
const config: MapConfig = {
  basemap: picture,
  streetmap: picture,
  archives: ['/basemap/country.pmtiles', '/basemap/city.pmtiles'],
  outline_minzoom: 15,
  parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
  texas_overlay: { tiles: ['https://texas.example/{z}/{y}/{x}'], bounds: [-106.7, 25.8, -93.5, 36.5], minzoom: 10, opacity: 0.6 },
};
const idsOf = (style: ReturnType<typeof baseStyle>) => style.layers.map(({ id }) => id);
const chosen = (id: LayerId, shown: Partial<Shown>) => ({ ...allShown, [id]: { ...allShown[id], ...shown } });

/** The built app does not validate styles (`build/maps.ts`). */
describe('the style of the map', () => {
  it.each([
    ['satellite', false],
    ['map', false],
    ['map', true],
  ] as const)('is valid on the %s base, dark: %s', (base, dark) => {
    expect(validateStyleMin(baseStyle(config, base, dark))).toEqual([]);
  });

  it('is valid without pictures and archives, and has borders then, too', () => {
    const style = baseStyle({ ...config, basemap: null, streetmap: null, archives: [], texas_overlay: null }, 'satellite');
    expect(validateStyleMin(style)).toEqual([]);
    expect(idsOf(style)).toEqual(expect.arrayContaining(['states', 'counties', 'parcel-outline']));
  });

  it('names the publishers of the parcels, and has their tiles from its own origin', () => {
    expect(baseStyle(config, 'map').sources['parcels']).toMatchObject({
      url: `${window.location.origin}/api-2/tiles.json`,
      tiles: [`${window.location.origin}/api-2/tiles/{z}/{x}/{y}.mvt`],
    });
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

  it('leaves out a layer that is hidden, and fades one', () => {
    expect(idsOf(baseStyle(config, 'map', false, chosen('parcels', { on: false }))).filter((id) => id.startsWith('parcel'))).toEqual([]);
    expect(idsOf(baseStyle(config, 'map', false, chosen('texas', { on: false })))).not.toContain('texas');
    const texas = (style: ReturnType<typeof baseStyle>) => style.layers.find(({ id }) => id === 'texas')?.paint;
    expect(texas(baseStyle(config, 'satellite'))).toEqual({ 'raster-opacity': 0.7 });
    expect(texas(baseStyle(config, 'satellite', false, chosen('texas', { opacity: 0.3 })))).toEqual({ 'raster-opacity': 0.3 });
  });
});
