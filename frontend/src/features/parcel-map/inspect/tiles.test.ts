import { describe, expect, it } from 'vitest';
import { featureId, identitiesIn, neighbours, type ArrowKey, type Tiles } from './tiles';

/** A view of 100 x 100 pixels; a pixel is a degree, latitude upwards. */
function viewOf(parcels: Readonly<Record<string, readonly [left: number, top: number, right: number, bottom: number]>>): Tiles {
  return {
    project: ([lon, lat]) => ({ x: lon, y: -lat }),
    getContainer: () => ({ clientWidth: 100, clientHeight: 100 }),
    getLayer: () => ({}),
    queryRenderedFeatures: ([x, y]) =>
      Object.entries(parcels)
        .filter(([, [left, top, right, bottom]]) => x >= left && x <= right && y >= top && y <= bottom)
        .map(([ll_uuid]) => ({ properties: { ll_uuid } })),
  };
}

const block = viewOf({
  a: [40, 40, 60, 60],
  east: [70, 40, 90, 60],
  west: [0, 30, 39, 70],
  stacked: [70, 40, 90, 60],
  slim: [45, 20, 55, 26],
});
const to = (key: ArrowKey, from = ['a']) => neighbours(block, { lon: 50, lat: -50 }, from, key);

describe('the neighbour of a parcel', () => {
  it('is the first on a line from its middle, across a street too', () => {
    expect(to('ArrowRight')).toEqual(['east', 'stacked']);
    expect(to('ArrowLeft')).toEqual(['west']);
    expect(to('ArrowUp')).toEqual(['slim']);
  });

  it('is none at the edge of the view', () => {
    expect(to('ArrowDown')).toEqual([]);
  });

  it('is not another parcel of the same stack', () => {
    expect(neighbours(block, { lon: 80, lat: -50 }, ['east', 'stacked'], 'ArrowLeft')).toEqual(['a']);
    expect(neighbours(block, { lon: 80, lat: -50 }, ['east', 'stacked'], 'ArrowRight')).toEqual([]);
  });

  it('is unknown before the tiles have layers', () => {
    expect(neighbours({ ...block, getLayer: () => undefined }, { lon: 50, lat: -50 }, ['a'], 'ArrowRight')).toEqual([]);
  });
});

it('has an id in the tiles that numbers hold exactly', () => {
  expect(featureId('11111111-0000-5000-8000-ffffffffffff')).toBe(2 ** 48 - 1);
  expect(featureId('11111111-0000-5000-8000-000000000012')).toBe(18);
});

it('counts once where it is in two tiles', () => {
  const features = [
    { properties: { ll_uuid: 'a' } },
    { properties: { ll_uuid: 'a' } },
    { properties: {} },
    { properties: { ll_uuid: 'b' } },
  ];
  expect(identitiesIn(features)).toEqual(['a', 'b']);
});
