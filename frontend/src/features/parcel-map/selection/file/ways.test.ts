import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { FileContent } from './read-file';
import { choiceBy, likelyWay, refusalOf, waysOf } from './ways';

const nothing: FileContent = { columns: [], areas: undefined, areasRefused: undefined, points: [], routes: [], shapes: [] };
const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [-95 + at / 100_000, 29]);
const feet = { amount: 100, unit: 'ft' } as const;
const apn = { name: 'APN', lines: ['0012'] };
const all: FileContent = {
  ...nothing,
  columns: [apn],
  areas: { type: 'MultiPolygon', coordinates: [[places(4)]] },
  points: places(2),
  routes: [places(3)],
};

describe('a file', () => {
  it('offers each way that it has something for', () => {
    expect(waysOf(nothing)).toEqual([]);
    expect(likelyWay(nothing)).toBeUndefined();
    expect(waysOf(all).map(({ label }) => label)).toEqual(['In its area', 'Under its 2 points', 'Along its line', 'Named by a column']);
  });

  it('is taken by its areas, else its parcel numbers, else its pins', () => {
    expect(likelyWay(all)).toBe('areas');
    expect(likelyWay({ ...all, areas: undefined })).toBe('column');
    const named = { ...all, areas: undefined, columns: [{ name: 'name', lines: ['Dock'] }] };
    expect(likelyWay(named)).toBe('points');
    expect(likelyWay({ ...named, points: [] })).toBe('routes');
  });

  it('becomes the request of its way', () => {
    const choice = (way: Parameters<typeof choiceBy>[0]) => choiceBy(way, all, apn, feet);
    expect(choice('areas')).toEqual({ area: all.areas });
    expect(choice('points')).toEqual({ points: places(2) });
    expect(choice('routes')).toEqual({ corridor: { line: { type: 'MultiLineString', coordinates: [places(3)] }, distance_m: 30.48 } });
    expect(choice('column')).toEqual({ numbers: ['0012'] });
    expect(choiceBy('column', all, undefined, feet)).toBeUndefined();
  });

  it('with more than the server takes is refused', () => {
    const many = { ...all, points: places(10_001), routes: [places(6_000), places(4_001)] };
    expect(refusalOf('points', many, undefined)).toBe('The file has 10,001 different points; at most 10,000 can be looked up.');
    expect(refusalOf('routes', many, undefined)).toContain('more than 10,000 positions');
    const lines = Array.from({ length: 10_001 }, String);
    expect(refusalOf('column', all, { name: 'APN', lines })).toContain('10,001 different texts');
    for (const { value } of waysOf(all)) expect(refusalOf(value, all, apn)).toBeUndefined();
  });
});
