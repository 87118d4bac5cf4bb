import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FilterSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { mapColours } from '../../../lib/base-map';
import { markerPaint } from '../map-layers';
import { OnMap } from '../on-map';
import type { OwnFile } from './use-own-files';

const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
const isPoint: FilterSpecification = ['==', ['geometry-type'], 'Point'];
const hasLine: FilterSpecification = ['!=', ['geometry-type'], 'Point'];

const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];
const isNoLine: FilterSpecification = ['!=', ['geometry-type'], 'LineString'];

/** Of shapes without a name nothing is written. */
const nameLayout: SymbolLayerSpecification['layout'] = {
  'text-field': ['coalesce', ['get', 'name'], ''],
  // Drawn by MapLibre itself, like the names of the base map.
  'text-font': ['Inter Semibold', 'Inter Variable'],
  'text-size': 12,
  'text-max-width': 12,
};

const namePaint = (colour: string, opacity: number): SymbolLayerSpecification['paint'] => ({
  'text-color': colour,
  'text-halo-color': mapColours.halo,
  'text-halo-width': 2,
  'text-opacity': opacity,
});

/** Files of one's own on the map: areas, lines and points, with their names. */
export function OwnFileLayers({ files }: { readonly files: readonly OwnFile[] }) {
  return (
    <OnMap>
      {files
        .filter(({ on }) => on)
        .map((file) => (
          <Drawn key={file.slot} {...file} />
        ))}
    </OnMap>
  );
}

function Drawn({ slot, shapes, colour, opacity }: OwnFile) {
  const source = `own-file-${slot}`;
  return (
    <Source id={source} type="geojson" data={shapes}>
      <Layer id={`${source}-area`} type="fill" filter={isArea} paint={{ 'fill-color': colour, 'fill-opacity': 0.2 * opacity }} />
      <Layer
        id={`${source}-halo`}
        type="line"
        filter={hasLine}
        paint={{ 'line-color': mapColours.halo, 'line-width': 5, 'line-opacity': opacity }}
      />
      <Layer
        id={`${source}-line`}
        type="line"
        filter={hasLine}
        paint={{ 'line-color': colour, 'line-width': 3, 'line-opacity': opacity }}
      />
      <Layer id={`${source}-point`} type="circle" filter={isPoint} paint={{ ...markerPaint(colour, opacity), 'circle-radius': 6 }} />
      <Layer
        id={`${source}-line-name`}
        type="symbol"
        filter={isLine}
        layout={{ ...nameLayout, 'symbol-placement': 'line' }}
        paint={namePaint(colour, opacity)}
      />
      <Layer
        id={`${source}-name`}
        type="symbol"
        filter={isNoLine}
        // On the side where there is room, so that it does not cover a point.
        layout={{ ...nameLayout, 'text-variable-anchor': ['top', 'bottom', 'left', 'right'], 'text-radial-offset': 0.8 }}
        paint={namePaint(colour, opacity)}
      />
    </Source>
  );
}
