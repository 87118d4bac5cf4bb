import { describe, expect, it } from 'vitest';
import { choiceOf, corridorDistance, extend, filterOf, linesOf, noLimits, type Pixel } from './shape';

const toSpot = ({ x, y }: Pixel) => ({ lon: -95 + x / 1000, lat: 30 - y / 1000 });
const path = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
];

describe('what a drag selects', () => {
  it('is a rectangle between its ends, whatever its direction', () => {
    const bbox = [-95, 29.99, -94.99, 30];
    expect(choiceOf('rectangle', path, toSpot)?.bbox).toEqual(bbox);
    expect(choiceOf('rectangle', path.toReversed(), toSpot)?.bbox).toEqual(bbox);
  });

  it('is a closed lasso', () => {
    const area = choiceOf('lasso', path, toSpot)?.area;
    expect(area?.coordinates[0]).toHaveLength(4);
    expect(area?.coordinates[0]?.at(0)).toEqual(area?.coordinates[0]?.at(-1));
  });

  it('is a circle with its radius in metres', () => {
    const circle = choiceOf(
      'circle',
      [
        { x: 0, y: 0 },
        { x: 0, y: 10 },
      ],
      toSpot,
    )?.circle;
    // A hundredth of a degree of latitude.
    expect(circle?.radius_m).toBeCloseTo(1111.95, 1);
  });

  it('is a strip along a line', () => {
    const corridor = choiceOf('corridor', path, toSpot)?.corridor;
    expect(corridor?.line.coordinates).toHaveLength(3);
    expect(corridor?.distance_m).toBe(corridorDistance);
  });

  it('is nothing when it was a click', () => {
    for (const tool of ['rectangle', 'lasso', 'circle', 'corridor'] as const) {
      expect(
        choiceOf(
          tool,
          [
            { x: 0, y: 0 },
            { x: 3, y: 3 },
          ],
          toSpot,
        ),
      ).toBeUndefined();
      expect(choiceOf(tool, [], toSpot)).toBeUndefined();
    }
  });
});

it('leaves out positions that are too close', () => {
  expect(extend(path, { x: 11, y: 11 })).toBe(path);
  expect(extend(path, { x: 20, y: 20 })).toHaveLength(4);
});

it('reads pasted lines', () => {
  expect(linesOf(' 12-3 \n\n100 Main St, Houston\t12-3;45\n')).toEqual(['12-3', '100 Main St, Houston', '45']);
});

it('writes limits as CQL2', () => {
  expect(filterOf(noLimits)).toBeUndefined();
  expect(filterOf({ ...noLimits, filter: 'a = 1 OR b = 2', minAcres: 5 })).toBe('(a = 1 OR b = 2) AND ll_gisacre >= 5');
  expect(filterOf({ ...noLimits, minAcres: 5, maxAcres: 20.5, use: " O'Neil " })).toBe(
    "ll_gisacre >= 5 AND ll_gisacre <= 20.5 AND CASEI(usedesc) LIKE CASEI('%O''Neil%')",
  );
});
