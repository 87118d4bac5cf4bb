import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import type { Spot } from './map-state';
import { MeasurePanel } from './measure-panel';

const square: readonly Spot[] = [
  { lat: 29.76, lon: -95.37 },
  { lat: 29.76, lon: -95.369 },
  { lat: 29.761, lon: -95.369 },
  { lat: 29.761, lon: -95.37 },
];

function show(corners: readonly (Spot | undefined)[]) {
  const measurement = { corners: corners.filter((corner) => corner !== undefined), finished: true };
  renderScreen(<MeasurePanel measurement={measurement} dispatch={() => undefined} map={{ current: null }} />);
}

it('says the area within the corners', async () => {
  show(square);
  expect(await screen.findByTestId('measured-area')).toHaveTextContent(/ sq ft, 2\.\d+ acres$/);
});

it('says that an outline crosses itself, of which the area would be wrong', async () => {
  show([square[0], square[2], square[1], square[3]]);
  expect(await screen.findByTestId('measured-distance')).toHaveTextContent(/ ft$/);
  expect(screen.getByTestId('measured-area')).toHaveTextContent('The outline crosses itself, so it has no area.');
});
