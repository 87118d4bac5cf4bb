import type { MapRef } from '@vis.gl/react-maplibre';
import { useCallback, useEffect, useState, type RefCallback, type RefObject } from 'react';
import type { Bounds } from './geometry';

/** Free pixels around a parcel: above scale and attribution, and at the sides. */
const margin = { bottom: 48, left: 24, right: 24 };

/** Parts of the map that are covered, in pixels. */
export interface Cover {
  /** The tools. */
  readonly top: number;
  /** The drawer. */
  readonly left: number;
  /** The popup at the parcel's right side, with gaps, and its approximate height with all facts. */
  readonly right: number;
  readonly height: number;
  /** The bottom sheet on phones. */
  readonly sheet: number;
}

const tools = 64;
/** Width of a panel at a side of the map with its gaps. */
export const panelWidth = 396;

/** What covers the map beside a parcel's popup or panel. */
export const coverOf = (open: { readonly panel: boolean; readonly drawer: boolean }): Cover => ({
  top: tools,
  left: open.drawer ? panelWidth : 0,
  right: open.panel ? panelWidth : 368,
  height: open.panel ? 0 : 420,
  sheet: 0,
});

/** The tools take two rows on phones. */
const phoneTools = 108;
/** Minimum height for a parcel, even at the cost of the tools' margin. */
const leastHeight = 80;
/** Below this width beside the popup the window has become phone-sized, and the sheet is about to open. */
const leastWidth = 120;

/** Cover of a phone's map of this height under a sheet. */
export function underSheet(sheet: number, height: number): Cover {
  const top = Math.min(phoneTools, Math.max(0, height - sheet - margin.bottom - leastHeight));
  return { top, left: 0, right: 0, height: 0, sheet };
}

/** Whether a box and the popup at its right side fit in a map of this size. Pixels, y downwards. */
export function fits(box: Bounds, cover: Cover, map: { readonly width: number; readonly height: number }): boolean {
  const [west, north, east, south] = box;
  const middle = (north + south) / 2;
  const foot = cover.sheet > 0 ? cover.sheet + margin.bottom : margin.bottom / 2;
  return (
    west >= cover.left &&
    east + cover.right <= map.width &&
    Math.min(north, middle - cover.height / 2) >= cover.top &&
    Math.max(south, middle + cover.height / 2) <= map.height - foot
  );
}

interface Sheet {
  /** Ref of the element that shows the parcel's information on phones. */
  readonly sheet: RefCallback<HTMLElement>;
  /** Its height in pixels; 0 if there is none. */
  readonly sheetHeight: number;
}

/**
 * Brings a parcel and its popup into view together: pans, and zooms out if it is large, so that neither covers the other. Once per parcel,
 * and again when map or sheet are resized.
 */
export function useParcelInView(
  map: RefObject<MapRef | null>,
  bounds: Bounds | undefined,
  phone: boolean,
  open: { readonly panel: boolean; readonly drawer: boolean },
): Sheet {
  const { panel, drawer } = open;
  const [sheetHeight, setSheetHeight] = useState(0);
  const sheet = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const watch = new ResizeObserver(() => setSheetHeight(element.offsetHeight));
    watch.observe(element);
    return () => {
      watch.disconnect();
      setSheetHeight(0);
    };
  }, []);

  const isCovered = sheetHeight > 0;
  useEffect(() => {
    // As when the map is dragged: one button in the part that is left, which shows the attribution.
    if (isCovered) map.current?.getContainer().querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show');
  }, [map, isCovered]);

  useEffect(() => {
    const view = map.current;
    if (!view || !bounds || (phone && sheetHeight === 0)) return;
    const [west, south, east, north] = bounds;

    function bring(): void {
      if (!view || !bounds) return;
      const { clientWidth: width, clientHeight: height } = view.getContainer();
      const cover = phone ? underSheet(sheetHeight, height) : coverOf({ panel, drawer });
      if (width < cover.left + cover.right + leastWidth) return;
      const [upper, lower] = [view.project([west, north]), view.project([east, south])];
      if (fits([upper.x, upper.y, lower.x, lower.y], cover, { width, height })) return;
      view.fitBounds(bounds, {
        padding: { top: cover.top, left: margin.left + cover.left, right: margin.right + cover.right, bottom: margin.bottom + cover.sheet },
        maxZoom: view.getZoom(),
        // A flight changes the zoom on its way, and a resize would interrupt it there.
        linear: true,
        duration: 400,
      });
    }

    bring();
    view.on('resize', bring);
    return () => {
      view.off('resize', bring);
    };
  }, [map, bounds, phone, sheetHeight, panel, drawer]);

  return { sheet, sheetHeight };
}
