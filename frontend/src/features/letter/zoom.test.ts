import { expect, it } from 'vitest';
import { canZoom, nextZoom } from './zoom';

it('walks from 0.7 to 1.5 in clean steps of 0.1 and stops there', () => {
  const seen = [0.7];
  while (canZoom(seen.at(-1) ?? 0, 1)) seen.push(nextZoom(seen.at(-1) ?? 0, 1));
  expect(seen).toEqual([0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]);
  expect(nextZoom(1.5, 1)).toBe(1.5);
  expect(nextZoom(0.7, -1)).toBe(0.7);
  expect(canZoom(0.7, -1)).toBe(false);
});
