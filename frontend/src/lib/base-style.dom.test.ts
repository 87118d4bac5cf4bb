import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { groundStyle, type BaseConfig, type Ground } from './base-style';

const picture = { tiles: ['https://tiles.example/{z}/{x}/{y}.png'], attribution: 'Tiles', maxzoom: 16 };
const streetPicture = { ...picture, tiles: ['https://streets.example/{z}/{x}/{y}.png'] };
const config: BaseConfig = { basemap: picture, streetmap: streetPicture, archives: ['/basemap/a.pmtiles', '/basemap/b.pmtiles'] };
const own = { sources: {}, layers: [{ id: 'own', type: 'background' as const }] };

const layersOf = (ground: Ground, dark = false, of = config) => groundStyle(of, ground, dark, own).layers;
/** Place of the first layer whose name begins so. */
const place = (ground: Ground, name: string) => layersOf(ground).findIndex(({ id }) => id.startsWith(name));

describe('the base map', () => {
  it.each(['satellite', 'map', 'pictures'] as const)('is a valid style as %s, and asks no host for fonts and symbols', (ground) => {
    for (const dark of [false, true]) {
      const style = groundStyle(config, ground, dark);
      expect(validateStyleMin(style)).toEqual([]);
      expect(style.glyphs).toBeUndefined();
      expect(style.sprite).toBeUndefined();
      expect(JSON.stringify(style.layers)).not.toContain('icon-image');
    }
  });

  it('is imagery under roads, own layers and names', () => {
    const order = ['earth', 'imagery', 'water_outline', 'roads_minor', 'states', 'own', 'roads_labels_major', 'places_locality'];
    const places = order.map((name) => place('satellite', name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(layersOf('satellite').some(({ id }) => /_casing|tunnels/.test(id))).toBe(false);
  });

  it('is streets of all archives, each layer in all of them', () => {
    const ids = layersOf('map').map(({ id }) => id);
    expect(place('map', 'imagery')).toBe(-1);
    const earth = ids.indexOf('earth-0');
    expect(ids.slice(earth, earth + 2)).toEqual(['earth-0', 'earth-1']);
    expect(new Set(ids).size).toBe(ids.length);
    const { sources } = groundStyle(config, 'map', false);
    expect(sources['streets-1']).toEqual({ type: 'vector', url: `pmtiles://${window.location.origin}/basemap/b.pmtiles` });
  });

  it('names the publishers of its borders, as the server describes them', () => {
    expect(groundStyle(config, 'map', false).sources['borders']).toMatchObject({
      url: `${window.location.origin}/api/border_tiles.json`,
      tiles: [`${window.location.origin}/api/border_tiles/{z}/{x}/{y}.mvt`],
    });
  });

  it('is dark in the dark theme, and imagery is the same in both', () => {
    const land = (ground: Ground, dark: boolean) => layersOf(ground, dark)[0]?.paint;
    expect(land('map', true)).not.toEqual(land('map', false));
    expect(layersOf('satellite', true)).toEqual(layersOf('satellite', false));
  });

  it('is the street map of pictures where that is wanted, or where there are no archives', () => {
    expect(groundStyle(config, 'pictures', false).sources['imagery-pictures']).toMatchObject({ tiles: streetPicture.tiles });
    expect(place('pictures', 'imagery')).toBeGreaterThan(place('pictures', 'places_locality'));
    const without = { ...config, archives: [] };
    expect(groundStyle(without, 'map', false).sources['imagery-map']).toMatchObject({ tiles: streetPicture.tiles });
  });
});
