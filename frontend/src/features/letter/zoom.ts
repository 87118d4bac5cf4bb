/** The zoom of the letter's page: 0.7 to 1.5 in steps of 0.1, rounded to avoid values such as 1.2000000000000002. */
const min = 0.7;
const max = 1.5;
const step = 0.1;

/** The next zoom in a direction; unchanged at either end. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * step) * 10) / 10;
  return Math.min(max, Math.max(min, next));
}

/** Whether there is a further step in a direction. */
export function canZoom(zoom: number, direction: 1 | -1): boolean {
  return nextZoom(zoom, direction) !== zoom;
}
