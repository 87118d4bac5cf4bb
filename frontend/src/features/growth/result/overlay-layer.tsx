import { Layer, Source } from '@vis.gl/react-maplibre';
import { useMemo } from 'react';
import { mapColours } from '../../../lib/base-map';
import type { JoinedParcel } from '../api/types';
import { cornersOf, overlayOf } from './overlay';
import { collection } from '../area/shapes';
import type { GrowthResult } from '../api/types';

interface Props {
  readonly result: GrowthResult;
  readonly year: number;
  /** 0..1 */
  readonly opacity: number;
  readonly parcels?: readonly JoinedParcel[];
}

/** A prediction on the map: the year's overlay, and saved parcels as dots, darker with a higher chance of being surrounded by growth. */
export function OverlayLayer({ result, year, opacity, parcels }: Props) {
  const corners = useMemo(() => cornersOf(result.bounds), [result.bounds]);
  const dots = useMemo(
    () =>
      collection(
        (parcels ?? []).map(({ lon, lat, chance_percent }) => ({
          type: 'Feature',
          properties: { chance: chance_percent ?? -1 },
          geometry: { type: 'Point', coordinates: [lon, lat] },
        })),
      ),
    [parcels],
  );
  return (
    <>
      <Source id="growth" type="image" url={overlayOf(result, year)} coordinates={corners}>
        <Layer id="growth" type="raster" paint={{ 'raster-opacity': opacity, 'raster-resampling': 'nearest', 'raster-fade-duration': 0 }} />
      </Source>
      <Source id="joined-parcels" type="geojson" data={dots}>
        <Layer
          id="joined-parcels"
          type="circle"
          paint={{
            'circle-radius': 6,
            'circle-color': ['interpolate', ['linear'], ['get', 'chance'], 0, mapColours.halo, 100, mapColours.parcel],
            'circle-stroke-color': mapColours.pending,
            'circle-stroke-width': 2,
          }}
        />
      </Source>
    </>
  );
}
