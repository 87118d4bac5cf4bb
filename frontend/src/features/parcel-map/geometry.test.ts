import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import { boundsOf, union } from './geometry';

describe('bounds', () => {
  it('hold every part of a multipolygon', () => {
    const square = (x: number, y: number) => [
      [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
        [x, y],
      ],
    ];
    expect(boundsOf({ type: 'MultiPolygon', coordinates: [square(-95, 29), square(-90, 31)] })).toEqual([-95, 29, -89, 32]);
    expect(boundsOf({ type: 'Polygon', coordinates: [] })).toBeUndefined();
  });

  it('hold every part of a collection', () => {
    const line = [
      [-96, 30],
      [-94, 31],
    ];
    const geometries: Geometry[] = [
      { type: 'Point', coordinates: [-95, 29] },
      { type: 'LineString', coordinates: line },
    ];
    expect(boundsOf({ type: 'GeometryCollection', geometries })).toEqual([-96, 29, -94, 31]);
  });

  it('unite', () => {
    expect(union([])).toBeUndefined();
    expect(
      union([
        [0, 0, 1, 1],
        [-1, 2, 0, 3],
      ]),
    ).toEqual([-1, 0, 1, 3]);
  });
});
