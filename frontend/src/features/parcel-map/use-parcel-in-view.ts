import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, type RefObject } from 'react';
import type { Bounds } from './geometry';

/** Pixels that stay free around a parcel: below the tools, above scale and attribution. */
const margin = { top: 64, bottom: 40, left: 24, right: 24 };

/** The popup's width with its gaps, and about its height with all facts. */
const popup = { right: 368, height: 340, bottom: 0 } as const;

/** What covers a part of the map, in pixels. */
interface Cover {
  /** The popup at the parcel's right side. */
  readonly right: number;
  readonly height: number;
  /** The sheet at the foot, on a phone. */
  readonly bottom: number;
}

/** Whether a box and the popup at its right side are whole in a map of this size. Pixels, y downwards. */
export function fits(box: Bounds, cover: Cover, map: { readonly width: number; readonly height: number }): boolean {
  const [west, north, east, south] = box;
  const middle = (north + south) / 2;
  return (
    west >= 0 &&
    east + cover.right <= map.width &&
    Math.min(north, middle - cover.height / 2) >= margin.top &&
    Math.max(south, middle + cover.height / 2) <= map.height - Math.max(cover.bottom, margin.bottom / 2)
  );
}

/**
 * Brings a parcel and what is said of it into view together, once for each parcel: moved, and zoomed out where it is large, so that
 * neither covers the other. `sheet` is where a phone shows it; without one there is a popup.
 */
export function useParcelInView(
  map: RefObject<MapRef | null>,
  bounds: Bounds | undefined,
  phone: boolean,
  sheet: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const view = map.current;
    if (!view || !bounds) return;
    const cover = phone ? { right: 0, height: 0, bottom: sheet.current?.offsetHeight ?? 0 } : popup;
    const [west, south, east, north] = bounds;
    const [upper, lower] = [view.project([west, north]), view.project([east, south])];
    const { clientWidth: width, clientHeight: height } = view.getContainer();
    if (fits([upper.x, upper.y, lower.x, lower.y], cover, { width, height })) return;
    view.fitBounds(bounds, {
      padding: { ...margin, right: margin.right + cover.right, bottom: margin.bottom + cover.bottom },
      maxZoom: view.getZoom(),
      duration: 400,
    });
  }, [map, bounds, phone, sheet]);
}
