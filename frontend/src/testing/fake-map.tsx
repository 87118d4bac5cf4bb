/**
 * Replaces MapLibre, which needs WebGL (see setup.ts): keeps a screen's sources and layers, and lets tests simulate mouse input. Popups and
 * markers render their content.
 */
import { act } from '@testing-library/react';
import type { LayerProps, MapProps, SourceProps } from '@vis.gl/react-maplibre';
import type { Feature, Geometry } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { createContext, useContext, useEffect, useEffectEvent, useImperativeHandle, useState, type ReactNode, type Ref } from 'react';

type Place = readonly [lon: number, lat: number];
interface Within {
  readonly children?: ReactNode;
}

const center = { lat: 29.7604, lng: -95.3698 };
const size = { clientWidth: 1200, clientHeight: 700 };
/** Hit tolerance in degrees. */
const reach = 0.0005;

/** Props of the rendered map; a screen has one. */
let shown: MapProps = {};
const sources = new Map<string, SourceProps>();
/** The source of each layer. */
const layers = new Map<string, string>();
/** What the screen moved the map to. */
const moves: unknown[] = [];
const SourceContext = createContext('');

export function FakeMap({ ref, children, ...props }: MapProps & Within & { readonly ref?: Ref<unknown> }) {
  useImperativeHandle(ref, () => ({
    getCenter: () => center,
    getBounds: () => ({ getWest: () => -95.38, getSouth: () => 29.75, getEast: () => -95.36, getNorth: () => 29.77 }),
    getContainer: () => size,
    getZoom: () => 17,
    project: () => ({ x: 500, y: 300 }),
    fitBounds: (bounds: unknown) => void moves.push({ bounds }),
    flyTo: ({ center, zoom }: { readonly center: unknown; readonly zoom: number }) => void moves.push({ center, zoom }),
    on: () => undefined,
    off: () => undefined,
  }));
  useEffect(() => {
    shown = props;
  });
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

export function Layer({ id = '' }: LayerProps) {
  const source = useContext(SourceContext);
  useEffect(() => {
    layers.set(id, source);
    return () => void layers.delete(id);
  }, [id, source]);
  return null;
}

export function Popup({ children }: Within) {
  return <>{children}</>;
}

export function Marker({ children }: Within) {
  return <>{children}</>;
}

export function NavigationControl() {
  return null;
}

export function ScaleControl() {
  return null;
}

/** Shows an element of ours beside the map. */
export function useControl<T extends { onAdd(): HTMLElement; onRemove(): void }>(make: () => T): T {
  const [control] = useState(make);
  useEffect(() => {
    document.body.append(control.onAdd());
    return () => control.onRemove();
  }, [control]);
  return control;
}

/** What a part of the map can do with it. */
const within = {
  getCenter: () => center,
  getZoom: () => 12,
  flyTo: (move: unknown) => void moves.push(move),
  on: (event: string, told: () => void) => {
    if (event === 'load') act(told);
  },
  off: () => undefined,
};

export function useMap() {
  return { current: within };
}

/** What the map was last moved to. */
export function lastMove(): unknown {
  return moves.at(-1);
}

/** The features of a source; empty if the map has no such source. */
export function featuresOf(sourceId: string): readonly Feature[] {
  const source = sources.get(sourceId);
  if (source?.type !== 'geojson' || typeof source.data !== 'object') return [];
  return source.data.type === 'FeatureCollection' ? source.data.features : [source.data as Feature];
}

/** The attribution of a source, HTML. */
export function attributionOf(sourceId: string): unknown {
  const source = sources.get(sourceId);
  return source && 'attribution' in source ? source.attribution : undefined;
}

const positions = (coordinates: unknown): Place[] =>
  Array.isArray(coordinates) && typeof coordinates[0] !== 'number' ? coordinates.flatMap(positions) : [coordinates as Place];

function isAt(geometry: Geometry, [lon, lat]: Place): boolean {
  if (!('coordinates' in geometry)) return false;
  const all = positions(geometry.coordinates);
  const [lons, lats] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const within = (value: number, values: number[]) => value >= Math.min(...values) - reach && value <= Math.max(...values) + reach;
  return within(lon, lons) && within(lat, lats);
}

function eventAt(place: Place) {
  const answering = (shown.interactiveLayerIds ?? []).map((id) => layers.get(id) ?? '');
  const features = answering.flatMap(featuresOf).filter(({ geometry }) => isAt(geometry, place));
  return { lngLat: { lng: place[0], lat: place[1] }, point: { x: place[0] * 100, y: place[1] * -100 }, features } as never;
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

/** Zooms the map. */
export function zoomTo(zoom: number): void {
  act(() => shown.onZoom?.({ viewState: { zoom } } as never));
}

/** The style of the map. */
export function shownStyle(): StyleSpecification {
  return shown.mapStyle as StyleSpecification;
}

/** Makes the tiles of a source fail. */
export function failTiles(sourceId: string): void {
  act(() => shown.onError?.({ sourceId, error: new Error('no picture') } as never));
}
