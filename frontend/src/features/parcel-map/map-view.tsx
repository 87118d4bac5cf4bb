import { Layer, Popup, Source, type MapRef } from '@vis.gl/react-maplibre';
import type { MapLayerMouseEvent } from 'maplibre-gl';
import type { Geometry } from 'geojson';
import { useMemo, useRef, type ReactNode, type Ref } from 'react';
import { initialView, mapColours } from '../../lib/base-map';
import { BaseMap, useDarkMap, type BasePart } from '../../ui/base-map';
import type { MapConfig, ParcelOutline, SavedMarker } from './api';
import type { Base } from './base';
import { Coordinates } from './coordinates';
import type { Change } from './discards/change-words';
import { DueParcels } from './discards/due-layer';
import { ParcelHover } from './inspect/parcel-hover';
import { hitLayer, identitiesIn } from './inspect/tiles';
import { collection, pointFeature } from './geometry';
import { Locate } from './locate';
import type { Spot } from './map-state';
import type { ShownLayers } from './layers';
import { markerPaint, Measured, Selected, Submarket } from './map-layers';
import { baseStyle, outlineMinZoom, tilesMinZoom } from './map-style';
import type { Measurement } from './measure';
import { OnMapContent } from './on-map';
import { HoveredMarker, markerLayers, openCluster, SavedMarkers } from './saved-markers';
import { Chosen, Discarded, type ChosenPoint } from './selection/chosen';

const noMarkers: readonly SavedMarker[] = [];

/** Gap between a parcel and its popup, in pixels. */
const popupGap = 14;

/** Layers that are asked what a click hits: saved markers first, then parcels. */
const clicked = [...markerLayers, hitLayer];

interface Props {
  readonly ref?: Ref<MapRef>;
  readonly config: MapConfig;
  readonly base: Base;
  readonly shown: ShownLayers;
  /** The submarket with the HTML of its attribution, which may be empty. */
  readonly submarket: { readonly geometry: Geometry; readonly credit: string } | undefined;
  readonly markers: readonly SavedMarker[];
  readonly outlines: readonly ParcelOutline[];
  readonly unsaved: Spot | undefined;
  /** The selected parcel: under review, or a saved one whose details are open. */
  readonly selected: { readonly outline: Geometry; readonly saved: boolean } | undefined;
  readonly discarded: readonly { readonly ll_uuid: string }[];
  /** Parcels whose discard is due for review, by identity. */
  readonly due: ReadonlyMap<string, Change>;
  /** Inner points of the parcels of a selection. */
  readonly chosen: readonly ChosenPoint[] | undefined;
  readonly drawing: boolean;
  /** Undefined while nothing is measured. */
  readonly measurement: Measurement | undefined;
  /** Whether parcels have the colours of an attribute, which the project's own fill would change. */
  readonly coloured: boolean;
  /** Whether the parcel under the pointer is marked. */
  readonly hovering: boolean;
  readonly popup: { readonly at: Spot; readonly content: ReactNode } | undefined;
  readonly onDrawn: (spot: Spot) => void;
  readonly onMarker: (id: number) => void;
  /** A click beside the markers, with the identities of the parcels there. */
  readonly onInspect: (spot: Spot, parcels: readonly string[]) => void;
  readonly onCorner: (spot: Spot) => void;
  readonly onLastCorner: () => void;
  /** Called with whether the view is below the zooms of parcel tiles. */
  readonly onFar: (far: boolean) => void;
  readonly onLocationLost: () => void;
  readonly onReady: () => void;
  readonly onBaseLost: (part: BasePart) => void;
}

/** The map: the only owner of the MapLibre instance. Presentational; it reports clicks. The view is in the URL (`#map=zoom/lat/lon`). */
export function MapView({ ref, ...props }: Props) {
  const { config, base, shown, submarket, markers, outlines, unsaved, selected, discarded, chosen, drawing, measurement, popup } = props;
  const style = useBaseStyle(config, base, shown);
  const pointing = drawing || measurement !== undefined;
  const ready = useRef(false);
  const saves = shown.saved;
  const drawn = useDrawn(unsaved);

  function click({ lngLat, features = [], target }: MapLayerMouseEvent): void {
    const spot = { lat: lngLat.lat, lon: lngLat.lng };
    if (pointing) {
      (measurement ? props.onCorner : props.onDrawn)(spot);
      return;
    }
    const cluster = features.find(({ properties }) => 'cluster_id' in properties);
    if (cluster) {
      void openCluster(target, cluster);
      return;
    }
    const marker: unknown = features.find(({ properties }) => 'marker' in properties)?.properties['marker'];
    if (typeof marker === 'number') props.onMarker(marker);
    // Further out nobody sees which parcel is meant.
    else if (target.getZoom() >= outlineMinZoom) props.onInspect(spot, identitiesIn(features));
  }

  return (
    <BaseMap
      {...(ref !== undefined && { ref })}
      scale="imperial"
      mapStyle={style}
      initialViewState={initialView}
      hash="map"
      cursor={pointing ? 'crosshair' : undefined}
      interactiveLayerIds={pointing ? [] : clicked}
      doubleClickZoom={measurement === undefined}
      onClick={click}
      onDblClick={() => measurement && props.onLastCorner()}
      onZoom={({ viewState }) => props.onFar(viewState.zoom < tilesMinZoom)}
      onIdle={() => {
        if (ready.current) return;
        ready.current = true;
        props.onReady();
      }}
      onLost={props.onBaseLost}
    >
      <Locate onLost={props.onLocationLost} />
      <Coordinates />
      {submarket && shown.submarket.on && <Submarket {...submarket} opacity={shown.submarket.opacity} />}
      <Source id="saved-parcels" type="geojson" data={collection(saves.on ? outlines : [])}>
        <Layer
          id="saved-parcels-fill"
          type="fill"
          minzoom={outlineMinZoom}
          paint={{ 'fill-color': mapColours.parcel, 'fill-opacity': props.coloured ? 0 : 0.18 * saves.opacity }}
        />
        <Layer
          id="saved-parcels-line"
          type="line"
          minzoom={outlineMinZoom}
          paint={{ 'line-color': mapColours.parcel, 'line-width': 3, 'line-opacity': saves.opacity }}
        />
      </Source>
      <ParcelHover active={props.hovering} beforeId={shown.parcels.on ? 'parcel-halo' : undefined} />
      {selected && <Selected {...selected} />}
      <Discarded parcels={discarded} />
      <DueParcels due={props.due} />
      {chosen && <Chosen parcels={chosen} />}
      <SavedMarkers markers={saves.on ? markers : noMarkers} opacity={saves.opacity} />
      <Source id="unsaved" type="geojson" data={drawn}>
        <Layer id="unsaved-marker" type="circle" paint={markerPaint(mapColours.pending)} />
      </Source>
      <OnMapContent />
      <HoveredMarker markers={saves.on ? markers : noMarkers} />
      {measurement && <Measured measurement={measurement} />}
      {popup && (
        <Popup
          latitude={popup.at.lat}
          longitude={popup.at.lon}
          anchor="left"
          closeButton={false}
          closeOnClick={false}
          // The popup decides itself.
          focusAfterOpen={false}
          maxWidth="none"
          offset={popupGap}
        >
          {popup.content}
        </Popup>
      )}
    </BaseMap>
  );
}

/** Memoized, because MapLibre compares a new style with the previous one. */
function useBaseStyle(config: MapConfig, base: Base, shown: ShownLayers) {
  const dark = useDarkMap();
  return useMemo(() => baseStyle(config, base, dark, shown), [config, base, dark, shown]);
}

/** The unsaved marker as a point, or none. */
function useDrawn(unsaved: Spot | undefined) {
  return useMemo(() => collection(unsaved ? [pointFeature(unsaved.lon, unsaved.lat, {})] : []), [unsaved]);
}
