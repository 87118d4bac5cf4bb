import { expect, it } from 'vitest';
import { kindOf, placeOf } from './place-choice';

const center = [-95.36980004, 29.7604] as const;
const drawn = { name: 'Airport', polygon: { type: 'Polygon' as const, coordinates: [] }, distance_m: 500 };

it('is one kind of place, with the distance of the one before', () => {
  const market = placeOf('market:3', drawn, { name: 'Houston', center });
  expect(market).toEqual({ name: 'Houston', market_id: 3, distance_m: 500 });
  expect(kindOf(market)).toBe('market:3');
  expect(placeOf('submarket:7', drawn, { name: 'North', center })).toEqual({ name: 'North', submarket_id: 7, distance_m: 500 });
  // Not the name of the market.
  expect(placeOf('point', market, { name: undefined, center })).toEqual({ name: 'Point', point: [-95.3698, 29.7604], distance_m: 500 });
  expect(placeOf('point', drawn, { name: undefined, center })).toMatchObject({ name: 'Airport' });
});

it('has something around a point, and keeps what was drawn', () => {
  const point = placeOf('point', { name: 'Drawn area', distance_m: 0 }, { name: undefined, center });
  expect(point).toMatchObject({ name: 'Point', distance_m: 1609 });
  expect(kindOf(point)).toBe('point');
  expect(placeOf('drawn', drawn, { name: undefined, center })).toEqual(drawn);
  expect(kindOf({ name: 'x', distance_m: 0 })).toBe('drawn');
});
