import MapLibre, { Layer, NavigationControl, Popup, ScaleControl, Source, type MapRef } from '@vis.gl/react-maplibre';
import { setWorkerUrl, type MapLayerMouseEvent } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Geometry } from 'geojson';
import { useMemo, useRef, type ReactNode, type Ref } from 'react';
import { initialView, mapColours } from '../../lib/base-map';
import type { MapConfig, ParcelOutline, SavedMarker } from './api';
import type { Base } from './base';
import { collection, pointFeature } from './geometry';
import type { Spot } from './map-state';
import { baseStyle, outlineMinZoom } from './map-style';
import { Chosen, Discarded, type ChosenPoint } from './selection/chosen';

// A worker of our own origin, because the content-security policy forbids blob workers.
setWorkerUrl(workerUrl);

/** Gap between a parcel and its popup, in pixels. */
const popupGap = 14;

/** Layers where a click selects a saved marker. */
const markerLayers = ['saved-markers', 'saved-parcels-fill'];

interface Props {
  readonly ref?: Ref<MapRef>;
  readonly config: MapConfig;
  readonly base: Base;
  /** The submarket with the HTML of its attribution, which may be empty. */
  readonly submarket: { readonly geometry: Geometry; readonly credit: string } | undefined;
  readonly markers: readonly SavedMarker[];
  readonly outlines: readonly ParcelOutline[];
  readonly unsaved: Spot | undefined;
  /** The selected parcel: under review, or a saved one whose details are open. */
  readonly selected: { readonly outline: Geometry; readonly saved: boolean } | undefined;
  readonly discarded: readonly { readonly ll_uuid: string }[];
  /** Inner points of the parcels of a selection. */
  readonly chosen: readonly ChosenPoint[] | undefined;
  readonly drawing: boolean;
  readonly popup: { readonly at: Spot; readonly content: ReactNode } | undefined;
  readonly onDrawn: (spot: Spot) => void;
  readonly onMarker: (id: number) => void;
  readonly onReady: () => void;
  readonly onBaseLost: () => void;
}

/** The map: the only owner of the MapLibre instance. Presentational; it reports clicks. The view is in the URL (`#map=zoom/lat/lon`). */
export function MapView({ ref, ...props }: Props) {
  const { config, base, submarket, markers, outlines, unsaved, selected, discarded, chosen, drawing, popup } = props;
  const style = useBaseStyle(config, base);
  const ready = useRef(false);
  const saved = useSaved(markers);
  const drawn = useDrawn(unsaved);

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
      ref={ref}
      mapStyle={style}
      initialViewState={initialView}
      hash="map"
      cursor={drawing ? 'crosshair' : undefined}
      interactiveLayerIds={drawing ? [] : markerLayers}
      attributionControl={{ compact: true }}
      style={{ width: '100%', height: '100%' }}
      onClick={clicked}
      onIdle={() => {
        if (ready.current) return;
        ready.current = true;
        props.onReady();
      }}
      onError={(event) => {
        if ('sourceId' in event && event.sourceId === 'imagery') props.onBaseLost();
      }}
    >
      <NavigationControl position="bottom-right" visualizePitch={false} showCompass={false} />
      <ScaleControl unit="imperial" position="bottom-left" />
      {submarket && <Submarket {...submarket} />}
      <Source id="saved-parcels" type="geojson" data={collection(outlines)}>
        <Layer
          id="saved-parcels-fill"
          type="fill"
          minzoom={outlineMinZoom}
          paint={{ 'fill-color': mapColours.parcel, 'fill-opacity': 0.18 }}
        />
        <Layer id="saved-parcels-line" type="line" minzoom={outlineMinZoom} paint={{ 'line-color': mapColours.parcel, 'line-width': 3 }} />
      </Source>
      {selected && <Selected {...selected} />}
      <Discarded parcels={discarded} />
      {chosen && <Chosen parcels={chosen} />}
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
          anchor="left"
          closeButton={false}
          closeOnClick={false}
          maxWidth="none"
          offset={popupGap}
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

/** The selected parcel: saved ones are red, one under review has the colour of its unsaved marker. */
function Selected({ outline, saved }: { readonly outline: Geometry; readonly saved: boolean }) {
  const colour = saved ? mapColours.parcel : mapColours.pending;
  return (
    <Source id="selected-parcel" type="geojson" data={{ type: 'Feature', properties: {}, geometry: outline }}>
      <Layer id="selected-parcel-fill" type="fill" paint={{ 'fill-color': colour, 'fill-opacity': 0.3 }} />
      <Layer id="selected-parcel-halo" type="line" paint={{ 'line-color': mapColours.halo, 'line-width': 7 }} />
      <Layer id="selected-parcel-line" type="line" paint={{ 'line-color': colour, 'line-width': 3.5 }} />
    </Source>
  );
}

/** The project's submarket outline, in gold. */
function Submarket({ geometry, credit }: { readonly geometry: Geometry; readonly credit: string }) {
  return (
    <Source id="submarket" type="geojson" data={{ type: 'Feature', properties: {}, geometry }} attribution={credit}>
      <Layer id="submarket-halo" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 5, 'line-opacity': 0.5 }} />
      <Layer id="submarket" type="line" paint={{ 'line-color': mapColours.gold, 'line-width': 3 }} />
    </Source>
  );
}

/** Memoized, because MapLibre compares a new style with the previous one. */
function useBaseStyle(config: MapConfig, base: Base) {
  return useMemo(() => baseStyle(config, base), [config, base]);
}

/** Saved markers as points. */
function useSaved(markers: readonly SavedMarker[]) {
  return useMemo(() => collection(markers.map((marker) => pointFeature(marker.lon, marker.lat, { marker: marker.id }))), [markers]);
}

/** The unsaved marker as a point, or none. */
function useDrawn(unsaved: Spot | undefined) {
  return useMemo(() => collection(unsaved ? [pointFeature(unsaved.lon, unsaved.lat, {})] : []), [unsaved]);
}
