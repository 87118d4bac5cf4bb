import { describe, expect, it } from 'vitest';
import { within } from './line';
import { mostPositions, roadAt, shortened, type TileFeature } from './road';

/** Ten-thousandths of a degree from here, about 11 m at the equator. */
type Step = readonly [east: number, north: number];
const position = ([east, north]: Step) => [east / 10_000, north / 10_000];
const here = { lon: 0, lat: 0 };
const tolerance = 5;

const piece = (steps: readonly Step[], properties: object = { kind: 'minor_road', name: 'Main St' }): TileFeature => ({
  geometry: { type: 'LineString', coordinates: steps.map(position) },
  properties: { ...properties },
});
const unnamed = { kind: 'minor_road', kind_detail: 'service' };

/** The road of the first piece, in steps. */
function follow(all: readonly TileFeature[], near = all.slice(0, 1)) {
  const road = roadAt(here, near, () => all, tolerance);
  return (
    road && {
      name: road.name,
      steps: road.line.coordinates.map(([lon = 0, lat = 0]) => [Math.round(lon * 10_000), Math.round(lat * 10_000)]),
    }
  );
}

describe('a road with a name', () => {
  it('is one line of two pieces that overlap at the border of tiles', () => {
    const west = piece([
      [-20, 0],
      [12, 0],
    ]);
    const east = piece([
      [8, 0],
      [40, 1],
    ]);
    expect(follow([west, east])).toEqual({
      name: 'Main St',
      steps: [
        [-20, 0],
        [12, 0],
        [40, 1],
      ],
    });
  });

  it('is followed to both sides, whichever way its pieces are drawn', () => {
    const pieces = [
      piece([
        [10, 0],
        [-10, 0],
      ]),
      piece([
        [30, 0],
        [10, 0],
      ]),
      piece([
        [-30, 0],
        [-10, 0],
      ]),
    ];
    const steps = follow(pieces)?.steps ?? [];
    expect([steps.at(0), steps.at(-1)].sort()).toEqual([
      [-30, 0],
      [30, 0],
    ]);
  });

  it('is followed once where the tiles have it twice', () => {
    const first = piece([
      [-10, 0],
      [10, 0],
    ]);
    const next = piece([
      [10, 0],
      [30, 0],
    ]);
    // As another layer draws it, and another archive.
    const again = piece([
      [-10, 0],
      [10, 0],
    ]);
    const longer = piece([
      [-5, 0.1],
      [25, 0.1],
    ]);
    expect(follow([first, next, again, longer])?.steps).toEqual([
      [-10, 0],
      [10, 0],
      [30, 0],
    ]);
  });

  it('ends at a gap, and goes on over one that is within the tolerance', () => {
    const start = piece([
      [-10, 0],
      [10, 0],
    ]);
    const behindGap = piece([
      [12, 0],
      [30, 0],
    ]);
    expect(follow([start, behindGap])?.steps.at(-1)).toEqual([10, 0]);
    const behindSeam = piece([
      [10.3, 0],
      [30, 0],
    ]);
    expect(follow([start, behindSeam])?.steps.at(-1)).toEqual([30, 0]);
  });

  it('goes on at a fork where it turns least', () => {
    const start = piece([
      [-10, 0],
      [10, 0],
    ]);
    const left = piece([
      [10, 0],
      [30, 20],
    ]);
    const ahead = piece([
      [30, -4],
      [10, 0],
    ]);
    expect(follow([start, left, ahead])?.steps.at(-1)).toEqual([30, -4]);
  });

  it('does not turn back where the lanes of both directions meet', () => {
    const start = piece([
      [-10, 0],
      [10, 0],
    ]);
    const opposite = piece([
      [10, 0],
      [-10, 4],
    ]);
    expect(follow([start, opposite])?.steps.at(-1)).toEqual([10, 0]);
  });

  it('leaves out other roads that meet it, and is known by its number if it has no name', () => {
    const start = piece(
      [
        [-10, 0],
        [10, 0],
      ],
      { kind: 'highway', name: '', ref: 'US 90' },
    );
    const other = piece([
      [10, 0],
      [30, 0],
    ]);
    const next = piece(
      [
        [10, 0],
        [10, 20],
      ],
      { kind: 'major_road', ref: 'US 90' },
    );
    expect(follow([start, other, next])).toEqual({
      name: 'US 90',
      steps: [
        [-10, 0],
        [10, 0],
        [10, 20],
      ],
    });
  });

  it('is a loop once', () => {
    const corners: Step[] = [
      [-10, 0],
      [10, 0],
      [10, 20],
      [-10, 20],
    ];
    const sides = corners.map((corner, at) => piece([corner, corners[(at + 1) % 4] ?? corner]));
    expect(follow(sides)?.steps).toHaveLength(5);
  });

  it('is the nearest of the features near the place, in any part of a feature', () => {
    const far = piece(
      [
        [-10, 3],
        [10, 3],
      ],
      { kind: 'minor_road', name: 'Elm St' },
    );
    const parts: TileFeature = {
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [-0.001, 0.009],
            [0.001, 0.009],
          ],
          [
            [-0.001, 0.0001],
            [0.001, 0.0001],
          ],
        ],
      },
      properties: { kind: 'major_road', name: 'Oak St' },
    };
    expect(follow([far, parts], [far, parts])).toEqual({
      name: 'Oak St',
      steps: [
        [-10, 1],
        [10, 1],
      ],
    });
  });
});

it('is the same road while the pointer is on the same piece', () => {
  const all = [
    piece([
      [-10, 0],
      [10, 0],
    ]),
  ];
  const road = roadAt(here, all, () => all, tolerance);
  const again = roadAt(
    here,
    all,
    () => {
      throw new Error('asked again');
    },
    tolerance,
    road,
  );
  expect(again).toBe(road);
});

describe('a road without a name', () => {
  const start = piece(
    [
      [-10, 0],
      [10, 0],
    ],
    unnamed,
  );
  const next = piece(
    [
      [9, 0],
      [30, 0],
    ],
    unnamed,
  );

  it('goes on while nothing else meets it, also where the tiles have it twice', () => {
    const again = piece(
      [
        [9, 0.1],
        [28, 0.1],
      ],
      unnamed,
    );
    expect(follow([start, next])?.steps.at(-1)).toEqual([30, 0]);
    expect(follow([start, next, again])).toEqual({
      name: undefined,
      steps: [
        [-10, 0],
        [10, 0],
        [30, 0],
      ],
    });
  });

  it.each([
    ['a fork', unnamed],
    ['a road with a name', { kind: 'minor_road', name: 'Main St' }],
  ])('ends at %s', (_, properties) => {
    const crossing = piece(
      [
        [10, -20],
        [10, 0],
        [10, 20],
      ],
      properties,
    );
    expect(follow([start, next, crossing])?.steps).toEqual([
      [-10, 0],
      [10, 0],
    ]);
  });

  it('ends where a road of another kind begins', () => {
    const major = piece(
      [
        [10, 0],
        [30, 0],
      ],
      { kind: 'major_road' },
    );
    expect(follow([start, major])?.steps.at(-1)).toEqual([10, 0]);
  });
});

it('railways, ferries and footpaths are no roads', () => {
  const lines = ['rail', 'ferry', 'path', 'aeroway'].map((kind) =>
    piece(
      [
        [-10, 0],
        [10, 0],
      ],
      { kind, name: 'Line' },
    ),
  );
  expect(follow(lines, lines)).toBeUndefined();
  expect(follow([])).toBeUndefined();
});

describe('the bound on positions', () => {
  it('keeps what shapes the line', () => {
    const corner = [
      [0, 0],
      [50, 0.2],
      [100, 0],
      [100, 100],
    ] as const;
    expect(within(corner, 3)).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
    ]);
    expect(within(corner, 4)).toBe(corner);
  });

  it('leaves out what changes the shape least, in degrees', () => {
    const coordinates = [
      [-95.37, 29.76],
      [-95.365, 29.760001],
      [-95.36, 29.76],
      [-95.36, 29.77],
    ];
    const [from, , corner, to] = coordinates.map(([lon = 0, lat = 0]): unknown[] => [expect.closeTo(lon, 6), expect.closeTo(lat, 6)]);
    expect(shortened({ type: 'LineString', coordinates }, 3)).toEqual([from, corner, to]);
  });

  it('is what the server takes', () => {
    const winding = Array.from({ length: 12_000 }, (_, at): Step => [at / 10, Math.sin(at / 40) / 2]);
    const { coordinates = [] } = roadAt(here, [piece(winding)], () => [piece(winding)], tolerance)?.line ?? {};
    expect(coordinates.length).toBeGreaterThan(200);
    expect(coordinates.length).toBeLessThanOrEqual(mostPositions);
  });
});
