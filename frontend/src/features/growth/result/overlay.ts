import type { GrowthResult } from '../api/types';

/** URL of a year's overlay. */
export function overlayOf(result: Pick<GrowthResult, 'overlay'>, year: number): string {
  return result.overlay.replace('{year}', String(year));
}

/** The overlay's corners in MapLibre's order: north-west, north-east, south-east, south-west. */
export function cornersOf({
  west,
  south,
  east,
  north,
}: GrowthResult['bounds']): [[number, number], [number, number], [number, number], [number, number]] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}

/** Prefetches the overlays of all years into the browser's cache, so that the player runs without gaps. */
export function prefetch(result: GrowthResult): void {
  for (const { year } of result.years) new Image().src = overlayOf(result, year);
}
