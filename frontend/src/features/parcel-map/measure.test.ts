import { describe, expect, it } from 'vitest';
import type { Spot } from './map-state';
import {
  areaOf,
  areaWords,
  crossesItself,
  lengthOf,
  lengthWords,
  reduceMeasure,
  shapesOf,
  type MeasureAction,
  type Measurement,
} from './measure';

const after = (...actions: MeasureAction[]) => actions.reduce<Measurement | undefined>(reduceMeasure, undefined);
const add = (lat: number, lon: number): MeasureAction => ({ type: 'add', corner: { lat, lon } });
/** A square of a thousandth of a degree at the equator. */
const square = [
  { lat: 0, lon: 0 },
  { lat: 0, lon: 0.001 },
  { lat: 0.001, lon: 0.001 },
  { lat: 0.001, lon: 0 },
];

describe('a measurement', () => {
  it('has the length of a degree along the equator and along a meridian', () => {
    expect(
      lengthOf([
        { lat: 0, lon: 0 },
        { lat: 0, lon: 1 },
      ]),
    ).toBeCloseTo(111_195.08, 1);
    expect(
      lengthOf([
        { lat: 29, lon: -95 },
        { lat: 30, lon: -95 },
      ]),
    ).toBeCloseTo(111_195.08, 1);
    expect(lengthOf([{ lat: 29, lon: -95 }])).toBe(0);
  });

  it('has the area of a square, whichever way round', () => {
    const side = lengthOf(square.slice(0, 2));
    expect(areaOf(square)).toBeCloseTo(side ** 2, 0);
    expect(areaOf([...square].reverse())).toBeCloseTo(side ** 2, 0);
    expect(areaOf(square.slice(0, 2))).toBe(0);
  });

  it('is of an outline that may cross or touch itself', () => {
    const [a, b, c, d] = square as [Spot, Spot, Spot, Spot];
    const middle = { lat: 0.0005, lon: 0.0005 };
    expect(crossesItself(square)).toBe(false);
    expect(crossesItself([...square].reverse())).toBe(false);
    // The first corner again, as some close an outline.
    expect(crossesItself([...square, a])).toBe(false);
    expect(crossesItself([a, b, c, middle, d])).toBe(false);
    expect(crossesItself([a, b, c])).toBe(false);
    expect(crossesItself([a, b])).toBe(false);
    // A bow tie, whose halves have opposite signs.
    const bowTie = [a, c, b, d];
    expect(areaOf(bowTie)).toBeCloseTo(0, 0);
    expect(crossesItself(bowTie)).toBe(true);
    // Two triangles that meet in a corner; a corner on an edge; a part of an edge twice.
    expect(crossesItself([a, middle, b, c, middle, d])).toBe(true);
    expect(crossesItself([a, b, c, { lat: 0, lon: 0.0005 }, d])).toBe(true);
    expect(crossesItself([a, b, c, { lat: 0, lon: 0.0008 }, { lat: 0, lon: 0.0002 }, d])).toBe(true);
  });

  it('is smaller nearer the pole by the cosine of the latitude', () => {
    const north = square.map(({ lat, lon }) => ({ lat: lat + 60, lon }));
    expect(areaOf(north) / areaOf(square)).toBeCloseTo(0.5, 3);
  });

  it('is said in feet and miles, square feet and acres', () => {
    expect(lengthWords(100)).toBe('328 ft');
    expect(lengthWords(1609.344)).toBe('1.00 mi');
    expect(areaWords(4046.856)).toBe('43,560 sq ft, 1 acre');
  });
});

describe('the measuring tool', () => {
  it('adds corners, takes the last one back, and finishes', () => {
    expect(after({ type: 'start' }, add(0, 0), add(0, 1), { type: 'undo' })?.corners).toEqual([{ lat: 0, lon: 0 }]);
    const finished = after({ type: 'start' }, add(0, 0), add(0, 1), { type: 'finish' }, add(1, 1));
    expect(finished).toEqual({
      finished: true,
      corners: [
        { lat: 0, lon: 0 },
        { lat: 0, lon: 1 },
      ],
    });
    expect(reduceMeasure(finished, { type: 'end' })).toBeUndefined();
  });

  it('counts a double click once, and finishes nothing that has no length', () => {
    expect(after({ type: 'start' }, add(0, 0), add(0, 0), { type: 'finish' })).toEqual({ corners: [{ lat: 0, lon: 0 }], finished: false });
    expect(after(add(0, 0))).toBeUndefined();
  });

  it('draws corners, a line from two, an area from three', () => {
    const kinds = (corners: number) =>
      shapesOf({ corners: square.slice(0, corners), finished: false }).features.map(({ geometry }) => geometry.type);
    expect(kinds(1)).toEqual(['Point']);
    expect(kinds(2)).toEqual(['Point', 'Point', 'LineString']);
    expect(kinds(3)).toEqual(['Point', 'Point', 'Point', 'LineString', 'Polygon']);
  });
});
