import { Layer, Source } from '@vis.gl/react-maplibre';
import type { LineString, MultiLineString } from 'geojson';
import { mapColours } from '../../../lib/base-map';
import { OnMap } from '../on-map';

/** The road under the pointer, or the line along which parcels are selected. */
export function CorridorLine({ line }: { readonly line: LineString | MultiLineString }) {
  return (
    <OnMap>
      <Source id="corridor" type="geojson" data={line}>
        <Layer
          id="corridor-halo"
          type="line"
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': mapColours.halo, 'line-width': 8, 'line-opacity': 0.8 }}
        />
        <Layer
          id="corridor-line"
          type="line"
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': mapColours.chosen, 'line-width': 5 }}
        />
      </Source>
    </OnMap>
  );
}
