import { Layer, Source, useMap } from '@vis.gl/react-maplibre';
import { useState } from 'react';
import { mapColours } from '../../lib/base-map';
import { Corner } from './corner';
import { pointFeature } from './geometry';
import type { Spot } from './map-state';
import { placeZoom } from './map-style';

/** Time-out of the browser, in milliseconds. */
const timeout = 10_000;

/**
 * Shows where the person is and moves there. Of our own: MapLibre's control, which also follows the person, weighs more than all else that
 * is special to this map's tools.
 */
export function Locate({ onLost }: { readonly onLost: () => void }) {
  const { current: map } = useMap();
  const [at, setAt] = useState<Spot>();

  function locate(): void {
    // Undefined in pages that are not secure, whatever its type says.
    const { geolocation } = navigator as { readonly geolocation?: Geolocation };
    if (!geolocation) {
      onLost();
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => {
        setAt({ lat: coords.latitude, lon: coords.longitude });
        map?.flyTo({ center: [coords.longitude, coords.latitude], zoom: Math.max(map.getZoom(), placeZoom - 2) });
      },
      onLost,
      { enableHighAccuracy: true, timeout },
    );
  }

  return (
    <>
      <Corner position="bottom-right" buttons>
        <button type="button" className="maplibregl-ctrl-geolocate" aria-label="Find my location" onClick={locate}>
          <span className="maplibregl-ctrl-icon" aria-hidden />
        </button>
      </Corner>
      {at && (
        <Source id="located" type="geojson" data={pointFeature(at.lon, at.lat, {})}>
          <Layer
            id="located"
            type="circle"
            paint={{
              'circle-radius': 8,
              'circle-color': mapColours.here,
              'circle-stroke-color': mapColours.halo,
              'circle-stroke-width': 2,
            }}
          />
        </Source>
      )}
    </>
  );
}
