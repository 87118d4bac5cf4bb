import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef } from 'react';
import { initialView } from '../../../lib/base-map';
import { sampleAreas, type Area } from './area';

/** Padding around an area, in pixels; on a wide map the left also leaves space for the legend. */
const margin = 44;
const legendWidth = 190;
/** At the foot also the attribution has space. */
const foot = 84;
const wide = 700;
/** Space for the names beside the samples' dots. */
const nameMargin = 64;
/** Degrees from the centre of the country to the farther sample, so that both are visible on a narrow map. */
const reach = Math.max(...sampleAreas.flatMap(({ area }) => [area.west, area.east]).map((lon) => Math.abs(lon - initialView.longitude)));

/** The requested area, else the centre of the country with both samples. */
function frameOf(inView: Area | undefined, width: number) {
  const { longitude, latitude, zoom } = initialView;
  const { west, south, east, north } = inView ?? { west: longitude - reach, east: longitude + reach, south: latitude, north: latitude };
  const bounds: [number, number, number, number] = [west, south, east, north];
  const left = width >= wide ? legendWidth : margin;
  const fitting = inView ? { padding: { top: margin, right: margin, bottom: foot, left } } : { padding: nameMargin, maxZoom: zoom };
  return { bounds, fitting };
}

/** Keeps the requested area in view, also after a resize, until the user moves the map. */
export function useView(inView: Area | undefined) {
  const map = useRef<MapRef>(null);
  const moved = useRef(false);

  function fit(duration: number): void {
    if (moved.current || !map.current) return;
    const frame = frameOf(inView, map.current.getContainer().clientWidth);
    map.current.fitBounds(frame.bounds, { ...frame.fitting, duration });
  }

  useEffect(() => {
    if (!inView) return;
    moved.current = false;
    fit(600);
    // Only another area moves the map.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [inView]);

  const { bounds, fitting } = frameOf(inView, 0);
  return {
    ref: map,
    initialViewState: { bounds, fitBoundsOptions: fitting },
    // The run's area may have arrived while the map was loading.
    onLoad: () => fit(0),
    onResize: () => fit(0),
    onMoveStart: (event: { readonly originalEvent?: unknown }) => {
      if (event.originalEvent) moved.current = true;
    },
  };
}
