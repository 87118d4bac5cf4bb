import type { GrowthResult } from '../api/types';

/** Address of a year's transparent picture. */
export function overlayOf(result: Pick<GrowthResult, 'overlay'>, year: number): string {
  return result.overlay.replace('{year}', String(year));
}

/** The picture's corners as maps want them: north-west, north-east, south-east, south-west. */
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

/** Fetches the pictures of all years, so that the slider plays without gaps; the browser keeps them. */
export function prefetch(result: GrowthResult): void {
  for (const { year } of result.years) new Image().src = overlayOf(result, year);
}
