import { expect, it } from 'vitest';
import { coordinateWords, placeIn } from './coordinates';

it('says coordinates with their halves of the earth, also beyond the date line', () => {
  expect(coordinateWords({ lat: 29.7604, lng: -95.3698 })).toBe('29.76040° N, 95.36980° W');
  expect(coordinateWords({ lat: -1, lng: 264.6302 })).toBe('1.00000° S, 95.36980° W');
  expect(coordinateWords({ lat: 13.444, lng: -215.25 })).toBe('13.44400° N, 144.75000° E');
});

it('reads the coordinates that the map says, and those of other maps', () => {
  const houston = { lat: 29.7604, lng: -95.3698 };
  for (const text of ['29.76040° N, 95.36980° W', ' 29.7604, -95.3698 ', '29.7604;-95.3698', '29.7604n, 95.3698w']) {
    expect(placeIn(text), text).toEqual(houston);
  }
  expect(placeIn('1.5° S, 2.5° E')).toEqual({ lat: -1.5, lng: 2.5 });
});

it('takes numbers of parcels, addresses and what is not on the earth for no coordinates', () => {
  for (const text of ['12, 34', '0123.45 678.9', '100 Main St, 77002', '91.0, 10.0', '10.0, 181.0', '29.7604', '']) {
    expect(placeIn(text), text).toBeUndefined();
  }
});
