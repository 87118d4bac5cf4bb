import MapLibre, { Layer, NavigationControl, Popup, ScaleControl, Source, type MapRef } from '@vis.gl/react-maplibre';
import { setWorkerUrl, type MapLayerMouseEvent, type StyleSpecification } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Feature, Geometry, Polygon, MultiPolygon } from 'geojson';
import { useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import type { MapConfig, SavedMarker } from './api';
import { loadBorders } from './counties';
import { collection, pointFeature } from './geometry';
import type { Spot } from './map-state';
import { baseStyle, initialView, mapColours, outlineMinZoom } from './map-style';

// A worker of our own origin: the content-security policy allows no blob workers.
setWorkerUrl(workerUrl);

/** Layers that answer a click with a saved marker. */
const markerLayers = ['saved-markers', 'saved-parcels-fill'];

interface Props {
  readonly ref?: Ref<MapRef>;
  readonly config: MapConfig;
  readonly submarket: Geometry | undefined;
  readonly markers: readonly SavedMarker[];
  readonly outlines: readonly Feature<Polygon | MultiPolygon, { marker: number }>[];
  readonly unsaved: Spot | undefined;
  readonly drawing: boolean;
  readonly popup: { readonly at: Spot; readonly content: ReactNode } | undefined;
  readonly onDrawn: (spot: Spot) => void;
  readonly onMarker: (id: number) => void;
  readonly onMove: (middle: Spot) => void;
  readonly onReady: () => void;
  readonly onImageryLost: () => void;
}

/**
 * The map itself: the one owner of the MapLibre instance. It draws what it is given and tells of clicks; it knows nothing of calls or
 * of the project. The view is in the URL (`#map=zoom/lat/lon`).
 */
export function MapView(props: Props) {
  const { config, submarket, markers, outlines, unsaved, drawing, popup } = props;
  const style = useStyle(config);
  const ready = useRef(false);
  const saved = useMemo(
    () => collection(markers.map((marker) => pointFeature(marker.lon, marker.lat, { marker: marker.id }))),
    [markers],
  );
  const drawn = useMemo(() => collection(unsaved ? [pointFeature(unsaved.lon, unsaved.lat, {})] : []), [unsaved]);

  function clicked(event: MapLayerMouseEvent): void {
    if (drawing) {
      props.onDrawn({ lat: event.lngLat.lat, lon: event.lngLat.lng });
      return;
    }
    const id: unknown = event.features?.[0]?.properties['marker'];
    if (typeof id === 'number') props.onMarker(id);
  }

  return (
    <MapLibre
      ref={props.ref}
      mapStyle={style}
      initialViewState={initialView}
      hash="map"
      cursor={drawing ? 'crosshair' : undefined}
      interactiveLayerIds={drawing ? [] : markerLayers}
      attributionControl={{ compact: true }}
      style={{ width: '100%', height: '100%' }}
      onClick={clicked}
      onMoveEnd={(event) => props.onMove({ lat: event.viewState.latitude, lon: event.viewState.longitude })}
      onIdle={() => {
        if (ready.current) return;
        ready.current = true;
        props.onReady();
      }}
      onError={(event) => {
        if ('sourceId' in event && event.sourceId === 'imagery') props.onImageryLost();
      }}
    >
      <NavigationControl position="bottom-right" visualizePitch={false} showCompass={false} />
      <ScaleControl unit="imperial" position="bottom-left" />
      {submarket && <Submarket geometry={submarket} />}
      <Source id="saved-parcels" type="geojson" data={collection(outlines)}>
        <Layer
          id="saved-parcels-fill"
          type="fill"
          minzoom={outlineMinZoom}
          paint={{ 'fill-color': mapColours.parcel, 'fill-opacity': 0.18 }}
        />
        <Layer
          id="saved-parcels-line"
          type="line"
          minzoom={outlineMinZoom}
          paint={{ 'line-color': mapColours.parcel, 'line-width': 3 }}
        />
      </Source>
      <Source id="saved" type="geojson" data={saved}>
        <Layer id="saved-markers" type="circle" paint={markerPaint(mapColours.parcel)} />
      </Source>
      <Source id="unsaved" type="geojson" data={drawn}>
        <Layer id="unsaved-marker" type="circle" paint={markerPaint(mapColours.pending)} />
      </Source>
      {popup && (
        <Popup
          latitude={popup.at.lat}
          longitude={popup.at.lon}
          closeButton={false}
          closeOnClick={false}
          maxWidth="none"
          offset={14}
        >
          {popup.content}
        </Popup>
      )}
    </MapLibre>
  );
}

function markerPaint(colour: string) {
  return {
    'circle-radius': 7,
    'circle-color': colour,
    'circle-stroke-color': mapColours.halo,
    'circle-stroke-width': 2,
  } as const;
}

/** The project's submarket outline, in gold. */
function Submarket({ geometry }: { readonly geometry: Geometry }) {
  return (
    <Source id="submarket" type="geojson" data={{ type: 'Feature', properties: {}, geometry }}>
      <Layer
        id="submarket-halo"
        type="line"
        paint={{ 'line-color': mapColours.pending, 'line-width': 5, 'line-opacity': 0.5 }}
      />
      <Layer id="submarket" type="line" paint={{ 'line-color': mapColours.gold, 'line-width': 3 }} />
    </Source>
  );
}

/** The base style, with the borders filled in as soon as they are read. */
function useStyle(config: MapConfig): StyleSpecification {
  const [style, setStyle] = useState(() => baseStyle(config));
  useEffect(() => {
    const abort = new AbortController();
    loadBorders(abort.signal)
      .then((borders) => {
        setStyle((current) => ({ ...current, sources: { ...current.sources, counties: { type: 'geojson', data: borders } } }));
      })
      .catch((reason: unknown) => {
        // Without borders the map still has its imagery and our parcels.
        if (!abort.signal.aborted) console.warn('The state and county borders could not be read.', reason);
      });
    return () => abort.abort();
  }, []);
  return style;
}
