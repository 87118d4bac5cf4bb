import { describe, expect, it } from 'vitest';
import { areaBetween, areaKm2, areaOf, maxAreaKm2, sampleAreas, sidesKm } from './area';

describe('a selected area', () => {
  it('is estimated as the specification says', () => {
    const half = { west: -81, south: 35, east: -80.5, north: 35.5 };
    expect(areaKm2(half)).toBeCloseTo(0.25 * 111.32 ** 2 * Math.cos((35.25 * Math.PI) / 180), 6);
    expect(sidesKm(half).height).toBeCloseTo(55.66, 2);
  });

  it('lies between two corners, whichever is first', () => {
    const area = { west: -2, south: 1, east: 3, north: 4 };
    expect(areaBetween({ lon: 3, lat: 1 }, { lon: -2, lat: 4 })).toEqual(area);
    expect(areaBetween({ lon: -2, lat: 1 }, { lon: 3, lat: 4 })).toEqual(area);
  });

  it('is read from a link, which may be anything', () => {
    expect(areaOf('-95.5,29.6,-95.2,29.9')).toEqual({ west: -95.5, south: 29.6, east: -95.2, north: 29.9 });
    for (const text of [null, '', '1,2,3', '1,2,3,x', '3,1,1,2', '0,0,0,0', '-181,0,1,1', ',,1,1', '0,0,1,1,2'])
      expect(areaOf(text)).toBeUndefined();
  });

  it('may be a whole sample region', () => {
    for (const { area } of sampleAreas) {
      expect(areaKm2(area)).toBeGreaterThan(500);
      expect(areaKm2(area)).toBeLessThanOrEqual(maxAreaKm2);
    }
  });
});
