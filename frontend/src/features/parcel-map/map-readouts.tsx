import { useControl, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './map-screen.module.css';

/** A place on the map among MapLibre's controls, for an element of ours. */
class Corner {
  readonly element = document.createElement('div');
  onAdd(): HTMLElement {
    this.element.className = 'maplibregl-ctrl';
    return this.element;
  }
  onRemove(): void {
    this.element.remove();
  }
}

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Coordinates of the pointer, else of the middle of the map, which is all that phones and keyboards have. */
export function Coordinates() {
  const { current: map } = useMap();
  const { element } = useControl(() => new Corner(), { position: 'bottom-left' });
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

  if (!at) return null;
  return createPortal(
    <div className={classes.coordinates} data-testid="coordinates">
      {coordinateWords(at)}
    </div>,
    element,
  );
}

/** '29.76040° N, 95.36980° W', to about a metre. */
export function coordinateWords({ lat, lng }: Place): string {
  // The map repeats beyond the date line.
  const lon = ((((lng + 180) % 360) + 360) % 360) - 180;
  return `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(5)}° ${lon < 0 ? 'W' : 'E'}`;
}
