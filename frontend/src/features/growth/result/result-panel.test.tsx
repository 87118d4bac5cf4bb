import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import type { GrowthResult } from '../api/types';
import { ResultPanel } from './result-panel';

const bounds = { west: -81, south: 35, east: -80.5, north: 35.4 };
const result: GrowthResult = {
  run: {
    run_id: '00000000-0000-7000-8000-000000000009',
    kind: 'prediction',
    name: null,
    state: 'succeeded',
    queue_position: null,
    bbox: bounds,
    area_km2: 2000,
    created_at: '2026-11-21T09:00:00Z',
    started_at: '2026-11-21T09:00:01Z',
    finished_at: '2026-11-21T09:00:09Z',
    created_by: '00000000-0000-7000-8000-000000000001',
    progress: {
      iterations_done: 40,
      iterations_total: 40,
      batches_done: 10,
      batches_total: 10,
      year: null,
      stage: null,
      seconds_left: null,
    },
    horizon_years: 2,
    iterations: 40,
    seed: 1,
    coefficients: { diffusion: 25, breed: 41, spread: 28, slope_resistance: 42, road_gravity: 43 },
    coefficients_source: 'default',
    self_modification: false,
    caution: 'Uncalibrated: the amount of growth is not a forecast',
    layers: {
      name: 'Augusta region',
      is_sample: false,
      notice: null,
      missing: ['Elevation data is missing: all land is treated as level.'],
      coverage: 1,
      attribution: [],
      start_year: 2020,
      urban_years: [2001, 2020],
      road_years: [2021],
      cell_metres: 30,
      rows: 3,
      cols: 3,
      bounds,
    },
    error: null,
  },
  message: 'Growth from 2020 to 2022 simulated 40 times.',
  simulation_time: 8,
  start_year: 2020,
  stop_year: 2022,
  legend: [],
  bounds,
  picture: '/p.png',
  overlay: '/{year}.png',
  downloads: { png: '/p.png', geotiff: '/p.tif', csv: '/p.csv' },
  urban_km2_start: 1000,
  growth_percent_a_year: 4.88,
  years: [{ year: 2022, urban_km2: 1100, urban_km2_sd: 1, urban_km2_low: 1098, urban_km2_high: 1102, growth_km2: 50 }],
};

const show = (part: Partial<GrowthResult>) =>
  renderScreen(<ResultPanel result={{ ...result, ...part }} year={2022} parcels={<p>Parcels of a project</p>} />);

it('says beside the figures that they are no forecast, and on every other tab', async () => {
  show({});
  const user = userEvent.setup({ delay: null });
  const caution = () => screen.getByRole('note');
  expect(caution()).toHaveTextContent('Uncalibrated: the amount of growth is not a forecast');
  const figures = screen.getByLabelText('Figures');
  expect(figures).toHaveTextContent('Urban area 20221,100 km²Growth10.0 %Growth a year4.88 %Spread between runs± 1.0 km²');
  expect(screen.getByText(/It is not the error of a forecast\.$/)).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Curves' }));
  expect(caution()).toHaveTextContent('Uncalibrated');
  expect(screen.getByText(/random variation with the same coefficients, not the error of a forecast/)).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Parcels' }));
  expect(caution()).toHaveTextContent('Uncalibrated');
});

it('says nothing of the kind of a calibrated result', () => {
  show({ run: { ...result.run, coefficients_source: 'calibrated', caution: null } });
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

it('tells what it was made on, and what was missing', () => {
  show({});
  const made = screen.getByLabelText('Layers and coefficients');
  expect(
    within(made)
      .getAllByRole('definition')
      .map((each) => each.textContent),
  ).toEqual(['30 m', '2001, 2020', '2021', '25', '41', '28', '42', '43', 'Default, uncalibrated']);
  expect(screen.getByText('Elevation data is missing: all land is treated as level.')).toBeInTheDocument();
});
