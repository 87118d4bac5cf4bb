import { expect, it } from 'vitest';
import { canZoom, startZoom, turnPage, zoomBy, zoomToFit } from './pages';

it('starts at 1.25 and zooms by 0.25, never below one step', () => {
  expect(startZoom).toBe(1.25);
  expect(zoomBy(startZoom, 1)).toBe(1.5);
  expect([1, 2, 3, 4, 5, 6].reduce((zoom) => zoomBy(zoom, -1), startZoom)).toBe(0.25);
  expect(canZoom(0.25, -1)).toBe(false);
  expect(canZoom(5, 1)).toBe(false);
});

it('turns pages within the document', () => {
  expect(turnPage(1, -1, 3)).toBe(1);
  expect(turnPage(2, 1, 3)).toBe(3);
  expect(turnPage(3, 1, 3)).toBe(3);
  expect(turnPage(1, 1, 0)).toBe(1);
});

it('fits the width of the page to the room, within the bounds of the zoom', () => {
  expect(zoomToFit(612, 358)).toBeCloseTo(0.585);
  expect(zoomToFit(612, 100)).toBe(0.25);
  expect(zoomToFit(10, 1000)).toBe(5);
  expect(zoomToFit(0, 358)).toBe(startZoom);
});
