import { expect, it } from 'vitest';
import { defaultSettings, predictionRequest, sourceOf } from './settings';

const area = { west: -81, south: 35, east: -80.5, north: 35.4 };
const own = { ...defaultSettings, coefficients: { ...defaultSettings.coefficients, spread: 61 } };

it('leaves default coefficients to the server', () => {
  const request = predictionRequest(area, defaultSettings);
  expect(request).toEqual({ kind: 'prediction', bbox: area, horizon_years: 30, iterations: 40, self_modification: false });
  expect(sourceOf(defaultSettings)).toBe('default');
});

it('sends own coefficients and a seed as they are', () => {
  const request = predictionRequest(area, { ...own, seed: 0 });
  expect(request).toMatchObject({ coefficients: { spread: 61, diffusion: 25 }, seed: 0 });
  expect(sourceOf(own)).toBe('given');
});

it('names the calibration instead of its coefficients, never both', () => {
  const request = predictionRequest(area, { ...own, calibrationId: 'c-1' });
  expect(request).toMatchObject({ calibration_id: 'c-1' });
  expect(request).not.toHaveProperty('coefficients');
  expect(sourceOf({ ...own, calibrationId: 'c-1' })).toBe('calibrated');
});
