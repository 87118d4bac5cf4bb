import { Layer, Source } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification, GeoJSONSource, Map as MapInstance, MapGeoJSONFeature } from 'maplibre-gl';
import { useMemo } from 'react';
import { mapColours } from '../../lib/base-map';
import type { SavedMarker } from './api';
import { collection, pointFeature } from './geometry';
import { useHover } from './hover';
import { markerPaint } from './map-layers';
import { clustering } from './map-style';

/** Layers that a click on saved markers hits. */
export const markerLayers = ['saved-markers', 'saved-clusters'];

const isCluster: ExpressionSpecification = ['has', 'point_count'];

interface Props {
  readonly markers: readonly SavedMarker[];
  readonly opacity: number;
}

/** The project's parcels as dots; far out, those that would cover each other are one dot with their number. */
export function SavedMarkers({ markers, opacity }: Props) {
  const points = useMemo(() => collection(markers.map(({ id, lon, lat }) => pointFeature(lon, lat, { marker: id }))), [markers]);
  return (
    <Source id="saved" type="geojson" data={points} {...clustering}>
      <Layer id="saved-markers" type="circle" filter={['!', isCluster]} paint={markerPaint(mapColours.parcel, opacity)} />
      <Layer
        id="saved-clusters"
        type="circle"
        filter={isCluster}
        paint={{
          ...markerPaint(mapColours.parcel, opacity),
          'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 200, 20, 2000, 24],
        }}
      />
      <Layer
        id="saved-cluster-counts"
        type="symbol"
        filter={isCluster}
        layout={{
          'text-field': ['get', 'point_count_abbreviated'],
          // Drawn by MapLibre itself, like the names of the base map.
          'text-font': ['Inter Semibold', 'Inter Variable'],
          'text-size': 12,
          'text-allow-overlap': true,
        }}
        paint={{ 'text-color': mapColours.halo, 'text-opacity': opacity }}
      />
    </Source>
  );
}

/** The dot of the parcel that is pointed at in a list, larger and in front, also where it is a part of a cluster. */
export function HoveredMarker({ markers }: Pick<Props, 'markers'>) {
  const { hovered } = useHover();
  const marker = hovered === undefined ? undefined : markers.find(({ parcel }) => parcel.ll_uuid === hovered);
  if (!marker) return null;
  return (
    <Source id="hovered-marker" type="geojson" data={pointFeature(marker.lon, marker.lat, { of: marker.id })}>
      <Layer
        id="hovered-marker"
        type="circle"
        paint={{
          ...markerPaint(mapColours.parcel),
          'circle-radius': 10,
          'circle-stroke-color': mapColours.gold,
          'circle-stroke-width': 4,
        }}
      />
    </Source>
  );
}

/** Zooms to where a cluster falls apart. */
export async function openCluster(map: MapInstance, { properties, geometry }: MapGeoJSONFeature): Promise<void> {
  const source = map.getSource<GeoJSONSource>('saved');
  const id: unknown = properties['cluster_id'];
  if (!source || typeof id !== 'number' || geometry.type !== 'Point') return;
  const [lon = 0, lat = 0] = geometry.coordinates;
  map.easeTo({ center: [lon, lat], zoom: await source.getClusterExpansionZoom(id) });
}
