import { useEffect, useRef } from 'react';
import { areaBetween, type Area, type Corner } from './area';

/** The common part of the map's mouse and touch events. */
interface PenEvent {
  readonly lngLat: { readonly lng: number; readonly lat: number };
  readonly point: { readonly x: number; readonly y: number };
}

/** A pointer that moved less than this between down and up was a click, in pixels. */
const clickReach = 6;

/** Draws a rectangle by a drag, or by two clicks on opposite corners, whichever the user does. */
export function useDrawing(drawing: boolean, onSketch: (area: Area) => void, onDrawn: (area: Area) => void) {
  const first = useRef<{ readonly at: Corner; readonly x: number; readonly y: number }>(undefined);
  const pressed = useRef(false);

  useEffect(() => {
    if (!drawing) first.current = undefined;
  }, [drawing]);

  function down(event: PenEvent): void {
    if (!drawing) return;
    pressed.current = true;
    first.current ??= { at: corner(event), ...event.point };
  }

  function move(event: PenEvent): void {
    if (drawing && first.current) onSketch(areaBetween(first.current.at, corner(event)));
  }

  function up(event: PenEvent): void {
    const start = first.current;
    if (!drawing || !pressed.current || !start) return;
    pressed.current = false;
    // Close to the first corner: it was the first of two clicks.
    if (Math.hypot(event.point.x - start.x, event.point.y - start.y) < clickReach) return;
    first.current = undefined;
    onDrawn(areaBetween(start.at, corner(event)));
  }

  return { down, move, up };
}

function corner({ lngLat }: PenEvent): Corner {
  return { lon: lngLat.lng, lat: lngLat.lat };
}
