import { expect, it } from 'vitest';
import { sampleAreas } from '../area/area';
import { placeOf, sharedOf, viewOn } from './view';

const [charlotte, denver] = sampleAreas.map(({ area }) => area);
if (!charlotte || !denver) throw new Error('no samples');

it('opens with each area in the middle of its own map, the larger one just fitting', () => {
  const view = viewOn([charlotte, denver], 300);
  expect(placeOf(charlotte, view)).toMatchObject({ longitude: -80.85, latitude: 35.225 });
  expect(placeOf(denver, view)).toMatchObject({ longitude: -104.925, latitude: 39.725 });
  const pixelsPerDegree = (512 * 2 ** view.zoom) / 360;
  // Denver's area is taller: a degree of latitude is stretched by Mercator.
  expect(((denver.north - denver.south) * pixelsPerDegree) / Math.cos((39.725 * Math.PI) / 180)).toBeCloseTo(300, 0);
});

it('moves the other map by as much', () => {
  const view = sharedOf(charlotte, { longitude: -80.75, latitude: 35.025, zoom: 10 });
  const other = placeOf(denver, view);
  expect(other.longitude).toBeCloseTo(-104.825, 9);
  expect(other.latitude).toBeCloseTo(39.525, 9);
  expect(other.zoom).toBe(10);
});
