import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNotice } from '../../../ui/dialogs';
import type { Road } from './road';
import { roadUnder } from './roads-on-map';
import type { Pixel } from './shape';

/** The road under the pointer, which a click takes. */
export function useRoadPointer(map: RefObject<MapRef | null>, onRoad: (road: Road) => void) {
  const [pointed, setPointed] = useState<Road>();
  const frame = useRef(0);
  const notice = useNotice();
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const find = (at: Pixel | undefined) => (map.current && at ? roadUnder(map.current, at, pointed) : undefined);

  return {
    pointed,
    /** Once a frame. */
    point: (at: Pixel | undefined) => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => setPointed(find(at)));
    },
    take: (at: Pixel | undefined) => {
      cancelAnimationFrame(frame.current);
      setPointed(undefined);
      const road = find(at);
      if (road) onRoad(road);
      else notice.alert('No road here. Click a road, or draw the line.');
    },
  };
}
