/**
 * Replaces MapLibre, which needs WebGL (see setup.ts): keeps a screen's sources and layers, and lets tests simulate mouse input. Popups and
 * markers render their content.
 */
import { act } from '@testing-library/react';
import type { LayerProps, MapProps, SourceProps } from '@vis.gl/react-maplibre';
import type { Feature } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { createContext, useContext, useEffect, useEffectEvent, useImperativeHandle, type ReactNode, type Ref } from 'react';
import { center, container, isAt, panBy, pixelOf, placeOf, recenter, type Pixel, type Place } from './fake-map-places';
import { clusterMethods, clustersAt, layClusters } from './fake-map-clusters';
import { featuresOf, layers, sources } from './fake-map-layers';
import { layRoads, roadLayers, roadsIn, type Box } from './fake-map-roads';

export { Marker, NavigationControl, Popup, ScaleControl, useControl } from './fake-map-controls';
export { attributionOf, featuresOf, layerFilter } from './fake-map-layers';

interface Within {
  readonly children?: ReactNode;
}

/** Hit tolerance in degrees. */
const reach = 0.0005;

/** The zoom of clicks. */
let zoom = 17;
/** Props of the rendered map; a screen has one. */
let shown: MapProps = {};
/** What the screen moved the map to. */
const moves: unknown[] = [];
/** Parcels of the tiles. */
let tiles: readonly Feature[] = [];
/** States that the screen set on features of the tiles, by their ids. */
const states = new Map<unknown, object>();
/** What the parts of the map listen to. */
const listeners = new Map<string, Set<(event: never) => void>>();
interface Asked {
  readonly layers: readonly string[];
}
const SourceContext = createContext('');

export function FakeMap({ ref, children, ...props }: MapProps & Within & { readonly ref?: Ref<unknown> }) {
  useImperativeHandle(ref, () => ({
    ...within,
    getBounds: () => ({ getWest: () => -95.38, getSouth: () => 29.75, getEast: () => -95.36, getNorth: () => 29.77 }),
    getZoom: () => zoom,
    fitBounds: (bounds: unknown, { maxZoom }: { readonly maxZoom?: number } = {}) => void moves.push({ bounds, maxZoom }),
    flyTo: ({ center, zoom }: { readonly center: unknown; readonly zoom: number }) => void moves.push({ center, zoom }),
    on: () => undefined,
    off: () => undefined,
  }));
  useEffect(() => {
    shown = props;
  });
  useEffect(
    () => () => {
      tiles = [];
      layRoads([]);
      layClusters();
      recenter();
      zoom = 17;
      states.clear();
    },
    [],
  );
  const drawn = useEffectEvent(() => {
    props.onLoad?.({} as never);
    props.onIdle?.({} as never);
  });
  useEffect(() => drawn(), []);
  return <div data-testid="map">{children}</div>;
}

export function Source({ children, ...props }: SourceProps & Within) {
  const { id = '' } = props;
  useEffect(() => {
    sources.set(id, props);
    return () => void sources.delete(id);
  });
  return <SourceContext value={id}>{children}</SourceContext>;
}

export function Layer({ id = '', ...props }: LayerProps) {
  const around = useContext(SourceContext);
  const source = 'source' in props && typeof props.source === 'string' ? props.source : around;
  const filter = 'filter' in props ? props.filter : undefined;
  useEffect(() => {
    layers.set(id, { source, filter });
    return () => void layers.delete(id);
  }, [id, source, filter]);
  return null;
}

/** What a part of the map can do with it. */
const within = {
  getCenter: () => center,
  panBy,
  getZoom: () => 12,
  getContainer: () => container,
  ...clusterMethods(moves),
  hasImage: () => true,
  addImage: () => undefined,
  getLayer: (id: string) => layers.has(id) || undefined,
  project: (place: Place) => pixelOf(place),
  unproject: (point: [number, number]) => {
    const [lng, lat] = placeOf(point);
    return { lng, lat };
  },
  getStyle: () => ({ layers: roadLayers() }),
  queryRenderedFeatures: (at: Pixel | [number, number] | Box | Asked, asked?: Asked) => {
    if ('layers' in at) return roadsIn();
    if (!Array.isArray(at) || typeof at[0] === 'number') return hits(asked?.layers ?? [], placeOf(at as Pixel), 0);
    return roadsIn(at as Box);
  },
  setFeatureState: ({ id }: { readonly id: unknown }, state: object) => void states.set(id, state),
  removeFeatureState: ({ id }: { readonly id: unknown }) => void states.delete(id),
  on: (event: string, told: (event: never) => void) => {
    if (event === 'load') act(told as () => void);
    listeners.set(event, new Set(listeners.get(event)).add(told));
  },
  off: (event: string, told: (event: never) => void) => void listeners.get(event)?.delete(told),
};

/** Features of these layers at a place. */
function hits(ids: readonly string[], place: Place, around = reach): readonly Feature[] {
  const sources = ids.map((id) => layers.get(id)?.source ?? '');
  const all = sources.flatMap((source) => (source === 'parcels' ? tiles : featuresOf(source)));
  return all.filter(({ geometry }) => isAt(geometry, place, around));
}

export function useMap() {
  return { current: within };
}

/** What the map was last moved to. */
export function lastMove(): unknown {
  return moves.at(-1);
}

function eventAt(place: Place) {
  const near = (id: string) => hits([id], place, layers.get(id)?.source === 'parcels' ? 0 : reach);
  const features = [...clustersAt(place, reach), ...(shown.interactiveLayerIds ?? []).flatMap(near)];
  return { lngLat: { lng: place[0], lat: place[1] }, point: pixelOf(place), features, target: { ...within, getZoom: () => zoom } } as never;
}

/** Clicks the map and the features at this place on layers that accept clicks. */
export function clickMap(...place: Place): void {
  act(() => shown.onClick?.(eventAt(place)));
}

/** Presses the mouse button at one place and releases it at another. */
export function dragOnMap(from: Place, to: Place): void {
  act(() => shown.onMouseDown?.(eventAt(from)));
  act(() => shown.onMouseMove?.(eventAt(to)));
  act(() => shown.onMouseUp?.(eventAt(to)));
}

/** Lays parcels into the tiles of the rendered map. */
export function layTiles(parcels: readonly Feature[]): void {
  tiles = parcels;
}

/** States of the tiles' features, by their ids. */
export const featureStates: ReadonlyMap<unknown, object> = states;

/** Moves the pointer over the map. */
export function pointAtMap(...place: Place): void {
  const event = { point: pixelOf(place), lngLat: { lng: place[0], lat: place[1] }, originalEvent: { buttons: 0 } };
  act(() => listeners.get('mousemove')?.forEach((told) => told(event as never)));
}

/** Moves the map under the pointer, as keys and screens do. */
export function moveMap(): void {
  act(() => listeners.get('movestart')?.forEach((told) => told({} as never)));
}

/** Zooms the map. */
export function zoomTo(next: number): void {
  zoom = next;
  act(() => shown.onZoom?.({ viewState: { zoom: next } } as never));
}

/** The style of the map. */
export function shownStyle(): StyleSpecification {
  return shown.mapStyle as StyleSpecification;
}

/** Makes the tiles of a source fail. */
export function failTiles(sourceId: string): void {
  act(() => shown.onError?.({ sourceId, error: new Error('no picture') } as never));
}
