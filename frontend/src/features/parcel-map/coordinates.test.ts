import { expect, it } from 'vitest';
import { coordinateWords } from './coordinates';

it('says coordinates with their halves of the earth, also beyond the date line', () => {
  expect(coordinateWords({ lat: 29.7604, lng: -95.3698 })).toBe('29.76040° N, 95.36980° W');
  expect(coordinateWords({ lat: -1, lng: 264.6302 })).toBe('1.00000° S, 95.36980° W');
  expect(coordinateWords({ lat: 13.444, lng: -215.25 })).toBe('13.44400° N, 144.75000° E');
});
