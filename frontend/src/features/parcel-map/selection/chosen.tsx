import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FilterSpecification } from 'maplibre-gl';
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
  const filter = useMemo(() => isOneOf(parcels.map(({ ll_uuid }) => ll_uuid)), [parcels]);
  return (
    <>
      <Layer
        id="chosen-parcels"
        type="fill"
        source="parcels"
        source-layer="parcels"
        minzoom={outlineMinZoom}
        beforeId={hitLayer}
        filter={filter}
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

/** By one look-up for each parcel of a tile: 'in' would compare it with up to 10,000. A branch needs a label, and each once. */
function isOneOf(ids: readonly string[]): FilterSpecification {
  return ids.length === 0 ? false : ['match', ['get', 'll_uuid'], [...new Set(ids)], true, false];
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
