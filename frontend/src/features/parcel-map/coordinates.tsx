import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { Corner } from './corner';
import classes from './map-screen.module.css';

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Coordinates of the pointer, else of the middle of the map, which is all that phones and keyboards have. */
export function Coordinates() {
  const { current: map } = useMap();
  const [at, setAt] = useState<Place>();

  useEffect(() => {
    if (!map) return;
    const middle = () => setAt(map.getCenter());
    const pointed = ({ lngLat }: { readonly lngLat: Place }) => setAt(lngLat);
    map.on('mousemove', pointed);
    map.on('mouseout', middle);
    map.on('move', middle);
    map.on('load', middle);
    return () => {
      map.off('mousemove', pointed);
      map.off('mouseout', middle);
      map.off('move', middle);
      map.off('load', middle);
    };
  }, [map]);

  return (
    <Corner position="bottom-left">
      {at && (
        <div className={classes.coordinates} data-testid="coordinates">
          {coordinateWords(at)}
        </div>
      )}
    </Corner>
  );
}

/** '29.76040° N, 95.36980° W', to about a metre. */
export function coordinateWords({ lat, lng }: Place): string {
  // The map repeats beyond the date line.
  const lon = ((((lng + 180) % 360) + 360) % 360) - 180;
  return `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(5)}° ${lon < 0 ? 'W' : 'E'}`;
}
