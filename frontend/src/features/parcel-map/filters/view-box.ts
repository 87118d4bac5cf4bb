import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useState, type RefObject } from 'react';

/** West, south, east, north. */
export type Box = [number, number, number, number];

/** Web Mercator, in which parcels are compared, ends there. */
const maxLatitude = 85;

const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** The part of the world that the map shows; undefined before the first picture. */
export function boxOf(map: MapRef): Box {
  const view = map.getBounds();
  return [
    within(view.getWest(), 180),
    within(view.getSouth(), maxLatitude),
    within(view.getEast(), 180),
    within(view.getNorth(), maxLatitude),
  ];
}

/** The view, whenever the map rests. */
export function useViewBox(map: RefObject<MapRef | null>): Box | undefined {
  const [box, setBox] = useState(() => (map.current ? boxOf(map.current) : undefined));
  useEffect(() => {
    const shown = map.current;
    if (!shown) return undefined;
    const rest = () => setBox(boxOf(shown));
    shown.on('moveend', rest);
    return () => void shown.off('moveend', rest);
  }, [map]);
  return box;
}

/** The rectangle of a view as an area. */
export function areaOf([west, south, east, north]: Box): { type: 'Polygon'; coordinates: number[][][] } {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
