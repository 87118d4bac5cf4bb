/** Page and zoom of the PDF viewer, clamped. */

/** Zoom at the start and size of a step; zoom never goes below one step. */
export const startZoom = 1.25;
const zoomStep = 0.25;
/** A canvas grows with the square of the zoom; browsers cannot draw larger ones. */
const maxZoom = 5;

export function zoomBy(zoom: number, direction: 1 | -1): number {
  return Math.min(maxZoom, Math.max(zoomStep, zoom + direction * zoomStep));
}

export function canZoom(zoom: number, direction: 1 | -1): boolean {
  return zoomBy(zoom, direction) !== zoom;
}

/** The zoom at which a page of `pageWidth` pixels fills `room`, clamped. */
export function zoomToFit(pageWidth: number, room: number): number {
  return pageWidth > 0 ? Math.min(maxZoom, Math.max(zoomStep, room / pageWidth)) : startZoom;
}

/** The page `by` pages further, clamped to the number of pages. */
export function turnPage(page: number, by: number, pages: number): number {
  return Math.min(Math.max(pages, 1), Math.max(1, page + by));
}
