import { layers as streetLayersOf } from '@protomaps/basemaps';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { absolute, rasterSource, type MapPicture } from './base-map';
import { darkPalette, hybridPalette, lightPalette, type Palette } from './map-palettes';

/** What the server says of base maps. */
export interface BaseConfig {
  /** Imagery. */
  readonly basemap?: MapPicture | null | undefined;
  /** A street map of pictures. */
  readonly streetmap?: MapPicture | null | undefined;
  /** URLs of archives of vector tiles, together one street map. */
  readonly archives: readonly string[];
}

/**
 * What lies under everything else: imagery with roads, water and names over it; the street map; or the street map of pictures, which the
 * vector one replaces where a picture is missing.
 */
export type Ground = 'satellite' | 'map' | 'pictures';

/** Sources and layers of a screen, which lie on the base map and under its names. */
export type OwnLayers = Pick<StyleSpecification, 'sources' | 'layers'>;

const none: OwnLayers = { sources: {}, layers: [] };

/**
 * Beginnings of the sources of raster tiles and of the archives, by which failures are told apart. Each ground has a source of pictures of
 * its own: requests for one may fail after another is selected.
 */
export const pictureSource = 'imagery-';
export const archiveSource = 'streets-';

/** Minimum zoom of county borders; below it they would cover the map. */
const countiesMinZoom = 5;

/**
 * A whole style. Borders of states and counties are our own tiles, so that a map is usable without imagery and archives. Nothing comes from
 * elsewhere: no glyphs, because MapLibre draws the app's font itself; no sprite.
 */
export function groundStyle(config: BaseConfig, ground: Ground, dark: boolean, own: OwnLayers = none): StyleSpecification {
  const { archives } = config;
  const palette = ground === 'satellite' ? hybridPalette : dark ? darkPalette : lightPalette;
  const picture = ground === 'satellite' ? config.basemap : ground === 'pictures' || archives.length === 0 ? config.streetmap : undefined;
  const pictures = `${pictureSource}${ground}`;
  const sources: StyleSpecification['sources'] = {
    // Publishers and licences are in what the URL describes; tiles come from the page's own origin.
    borders: {
      type: 'vector',
      url: absolute('/api/border_tiles.json'),
      tiles: [absolute('/api/border_tiles/{z}/{x}/{y}.mvt')],
      maxzoom: 9,
    },
    ...Object.fromEntries(archives.map((path, place) => [`${archiveSource}${place}`, archive(path)])),
    ...(picture && { [pictures]: rasterSource(picture) }),
    ...own.sources,
  };
  const raster: LayerSpecification[] = picture ? [{ id: pictures, type: 'raster', source: pictures }] : [];
  const { areas, roads, names } = streets(archives.length, palette);
  const land: LayerSpecification = { id: 'land', type: 'background', paint: { 'background-color': palette.earth } };
  const order: Record<Ground, readonly LayerSpecification[]> = {
    satellite: [...areas, ...raster, ...onImagery(archives.length, roads), ...borders(palette), ...own.layers, ...names],
    map: [...areas, ...roads, ...raster, ...borders(palette), ...own.layers, ...names],
    pictures: [...areas, ...roads, ...names, ...raster, ...borders(palette), ...own.layers],
  };
  return { version: 8, sources, layers: [land, ...order[ground]] };
}

/** Its attribution, zooms and bounds are in the archive. */
const archive = (path: string) => ({ type: 'vector', url: `pmtiles://${absolute(path)}` }) as const;

/** Left out: the background, and borders that are our own tiles; house numbers, shops and the like; what needs a sprite. */
const leftOut = /^(background|boundaries|address_label|pois|roads_oneway|roads_shields)$/;

/** Layers of all archives: each layer of one is followed by the same layer of the others, so that together they are one map. */
function streets(archives: number, palette: Palette) {
  const each = Array.from({ length: archives }, (_, place) => ({
    place,
    layers: streetLayersOf(`${archiveSource}${place}`, palette, { lang: 'en' }).filter(({ id }) => !leftOut.test(id)),
  }));
  const all = (each[0]?.layers ?? []).flatMap((_, at) =>
    each.flatMap(({ place, layers }) => {
      const layer = layers[at];
      return layer ? [adapted({ ...layer, id: `${layer.id}-${place}` }, palette)] : [];
    }),
  );
  const isRoad = ({ id }: LayerSpecification) => /^(roads|boundaries)_/.test(id);
  return {
    names: all.filter(({ type }) => type === 'symbol'),
    roads: all.filter((layer) => layer.type !== 'symbol' && isRoad(layer)),
    areas: all.filter((layer) => layer.type !== 'symbol' && !isRoad(layer)),
  };
}

/** Names have no icons, because there is no sprite, and an edge that is legible on imagery too. */
function adapted(layer: LayerSpecification, palette: Palette): LayerSpecification {
  if (layer.type !== 'symbol') return layer;
  const layout = Object.fromEntries(Object.entries(layer.layout ?? {}).filter(([name]) => name !== 'icon-image'));
  return { ...layer, layout, paint: { ...layer.paint, 'text-halo-width': palette.halo } };
}

/** Roads and banks over imagery. Tunnels would be lines across roofs, and a casing hides what is beside the road. */
function onImagery(archives: number, roads: readonly LayerSpecification[]): LayerSpecification[] {
  const banks = Array.from({ length: archives }, (_, place): LayerSpecification => ({
    id: `water_outline-${place}`,
    type: 'line',
    source: `${archiveSource}${place}`,
    'source-layer': 'water',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': hybridPalette.ocean_label, 'line-width': 0.8, 'line-opacity': 0.55 },
  }));
  return [...banks, ...roads.filter(({ id }) => !/_casing|tunnels/.test(id))];
}

/** Borders of counties and states. */
function borders(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'counties',
      type: 'line',
      source: 'borders',
      'source-layer': 'counties',
      minzoom: countiesMinZoom,
      paint: {
        'line-color': palette.borders,
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
        'line-color': palette.borders,
        'line-width': 1.4,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 1, 6, 0.9, 13, 0.3],
      },
    },
  ];
}
