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

/** '29.7604, -95.3698' and what the map says: '29.76040° N, 95.36980° W'. */
const written = /^(-?\d+\.\d+)\s*°?\s*([NS]?)\s*[,;]\s*(-?\d+\.\d+)\s*°?\s*([EW]?)$/i;

/** The place that coordinates in a text mean, latitude first; undefined if it is anything else. */
export function placeIn(text: string): Place | undefined {
  const [all, north = '', half = '', east = '', side = ''] = written.exec(text.trim()) ?? [];
  if (all === undefined) return undefined;
  const lat = /s/i.test(half) ? -Number(north) : Number(north);
  const lng = /w/i.test(side) ? -Number(east) : Number(east);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}

/** '29.76040° N, 95.36980° W', to about a metre. */
export function coordinateWords({ lat, lng }: Place): string {
  // The map repeats beyond the date line.
  const lon = ((((lng + 180) % 360) + 360) % 360) - 180;
  return `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(5)}° ${lon < 0 ? 'W' : 'E'}`;
}
