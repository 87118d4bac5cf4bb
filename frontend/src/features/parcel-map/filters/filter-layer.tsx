import { Layer, Source } from '@vis.gl/react-maplibre';
import { absolute, mapColours } from '../../../lib/base-map';
import { hitLayer } from '../inspect/tiles';
import { outlineMinZoom, tilesMinZoom } from '../map-style';
import { OnMap } from '../on-map';

interface Props {
  /** URL of the tiles of all parcels. */
  readonly tiles: string;
  readonly filter: string;
}

/** The parcels that match the filter: their areas, below outlines and markers, and from further away the large ones and dots. */
export function FilterLayer({ tiles, filter }: Props) {
  const url = `${absolute(tiles)}?filter=${encodeURIComponent(filter)}`;
  return (
    <OnMap>
      {/* A source cannot change its tiles. */}
      <Source key={url} id="matching" type="vector" tiles={[url]} minzoom={tilesMinZoom} maxzoom={16}>
        <Layer
          id="matching-fill"
          type="fill"
          source-layer="parcels"
          beforeId={hitLayer}
          paint={{ 'fill-color': mapColours.matching, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], tilesMinZoom, 0.6, 17, 0.3] }}
        />
        <Layer
          id="matching-line"
          type="line"
          source-layer="parcels"
          minzoom={outlineMinZoom}
          beforeId={hitLayer}
          paint={{ 'line-color': mapColours.matching, 'line-width': 2 }}
        />
        <Layer
          id="matching-dots"
          type="circle"
          source-layer="parcel_counts"
          maxzoom={outlineMinZoom}
          paint={{
            'circle-color': mapColours.matching,
            'circle-opacity': 0.8,
            'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'parcels']], 1, 1.6, 7, 4],
          }}
        />
      </Source>
    </OnMap>
  );
}
