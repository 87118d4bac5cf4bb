import { expect, it } from 'vitest';
import { coefficientsOf } from './growth-words';

const coefficients = { diffusion: 25, breed: 40, spread: 100, slope_resistance: 40, road_gravity: 30 };

it('tells runs apart by their coefficients', () => {
  const of = (coefficients_source: 'default' | 'given' | 'calibrated', self_modification = false) =>
    coefficientsOf({ coefficients, coefficients_source, self_modification });
  expect([of('default'), of('default', true), of('given'), of('calibrated', true)]).toEqual([
    'Default, uncalibrated',
    'Default, uncalibrated; self-modifying',
    'Custom: 25, 40, 100, 40, 30',
    'Calibrated: 25, 40, 100, 40, 30; self-modifying',
  ]);
});
