import { Layer, Source } from '@vis.gl/react-maplibre';
import { useMemo } from 'react';
import { mapColours } from '../../../lib/base-map';
import { collection, pointFeature } from '../geometry';
import { hitLayer } from '../inspect/tiles';
import { outlineMinZoom } from '../map-style';

/** A selected parcel: its identity and a point on it. */
export interface ChosenPoint {
  readonly ll_uuid: string;
  readonly lon: number;
  readonly lat: number;
}

/** The selected parcels: their areas from the zoom of outlines, a dot for each below. */
export function Chosen({ parcels }: { readonly parcels: readonly ChosenPoint[] }) {
  const points = useMemo(() => collection(parcels.map(({ lon, lat }) => pointFeature(lon, lat, {}))), [parcels]);
  const ids = useMemo(() => parcels.map(({ ll_uuid }) => ll_uuid), [parcels]);
  return (
    <>
      <Layer
        id="chosen-parcels"
        type="fill"
        source="parcels"
        source-layer="parcels"
        minzoom={outlineMinZoom}
        beforeId={hitLayer}
        filter={['in', ['get', 'll_uuid'], ['literal', ids]]}
        paint={{ 'fill-color': mapColours.chosen, 'fill-opacity': 0.35 }}
      />
      <Source id="chosen" type="geojson" data={points}>
        <Layer
          id="chosen-points"
          type="circle"
          maxzoom={outlineMinZoom}
          paint={{
            'circle-radius': 4,
            'circle-color': mapColours.chosen,
            'circle-stroke-color': mapColours.halo,
            'circle-stroke-width': 1,
          }}
        />
      </Source>
    </>
  );
}

/** Parcels that the project discarded are grey. */
export function Discarded({ parcels }: { readonly parcels: readonly { readonly ll_uuid: string }[] }) {
  const ids = useMemo(() => parcels.map(({ ll_uuid }) => ll_uuid), [parcels]);
  return (
    <Layer
      id="discarded-parcels"
      type="fill"
      source="parcels"
      source-layer="parcels"
      minzoom={outlineMinZoom}
      filter={['in', ['get', 'll_uuid'], ['literal', ids]]}
      paint={{ 'fill-color': mapColours.discarded, 'fill-opacity': 0.6 }}
    />
  );
}
