import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FilterSpecification } from 'maplibre-gl';
import { mapColours } from '../../../lib/base-map';
import { collection, pointFeature } from '../geometry';
import { hitLayer } from '../inspect/tiles';
import { outlineMinZoom } from '../map-style';
import type { Member } from './members';

interface Props {
  readonly same: readonly Member[];
  readonly related: readonly Member[];
}

/** The owner's parcels, lit: their areas from the zoom of outlines, a dot for each below. Those of related owners are fainter. */
export function OwnerParcels({ same, related }: Props) {
  return (
    <>
      <Lit id="owner-same" members={same} opacity={0.45} />
      <Lit id="owner-related" members={related} opacity={0.15} />
    </>
  );
}

function Lit({ id, members, opacity }: { readonly id: string; readonly members: readonly Member[]; readonly opacity: number }) {
  return (
    <>
      <Layer
        id={`${id}-areas`}
        type="fill"
        source="parcels"
        source-layer="parcels"
        minzoom={outlineMinZoom}
        beforeId={hitLayer}
        filter={among(members.map(({ ll_uuid }) => ll_uuid))}
        paint={{ 'fill-color': mapColours.chosen, 'fill-opacity': opacity }}
      />
      <Source id={id} type="geojson" data={collection(members.map(({ lon, lat }) => pointFeature(lon, lat, {})))}>
        <Layer
          id={`${id}-points`}
          type="circle"
          maxzoom={outlineMinZoom}
          paint={{
            'circle-radius': 5,
            'circle-color': mapColours.chosen,
            'circle-opacity': Math.min(1, opacity * 2),
            'circle-stroke-color': mapColours.halo,
            'circle-stroke-width': 1,
          }}
        />
      </Source>
    </>
  );
}

/** By 'match', which looks up each parcel of the map; 'in' would compare each with up to 10,000 ids. It takes no empty list. */
function among(ids: string[]): FilterSpecification {
  return ids.length === 0 ? false : ['match', ['get', 'll_uuid'], ids, true, false];
}
