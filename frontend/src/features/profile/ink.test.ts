import { expect, it } from 'vitest';
import { inkBox, inkPath } from './ink';

const point = (x: number, y: number) => ({ x, y });

it('draws a dot, a line and a curve', () => {
  expect(inkPath([[point(1, 2)]])).toBe('M1 2h0.01');
  expect(inkPath([[point(0, 0), point(4, 0)]])).toBe('M0 0L4 0');
  expect(inkPath([[point(0, 0), point(4, 0), point(4, 8)]])).toBe('M0 0Q4 0 4 4L4 8');
  expect(inkPath([])).toBe('');
});

it('knows the box of what was drawn', () => {
  expect(inkBox([[point(10, 20), point(30, 25)], [point(12, 40)]])).toEqual({ x: 4, y: 14, width: 32, height: 32 });
  expect(inkBox([])).toBeUndefined();
});
