import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { RunStatus } from './run-status';
import type { GrowthRun } from '../api/types';

const run: GrowthRun = {
  run_id: '00000000-0000-7000-8000-000000000009',
  kind: 'prediction',
  name: null,
  state: 'running',
  queue_position: null,
  bbox: { west: -81, south: 35, east: -80.5, north: 35.4 },
  area_km2: 2000,
  created_at: '2026-11-21T09:00:00Z',
  started_at: '2026-11-21T09:00:01Z',
  finished_at: null,
  created_by: '00000000-0000-7000-8000-000000000001',
  progress: { iterations_done: 12, iterations_total: 40, batches_done: 3, batches_total: 10, year: 2034, stage: null, seconds_left: 7 },
  horizon_years: 30,
  iterations: 40,
  seed: 1,
  coefficients: { diffusion: 25, breed: 40, spread: 28, slope_resistance: 40, road_gravity: 40 },
  coefficients_source: 'default',
  self_modification: false,
  caution: null,
  layers: null,
  error: null,
};

function show(part: Partial<GrowthRun>, error?: string): void {
  renderScreen(<RunStatus run={{ ...run, ...part }} error={error} />);
}

it('tells how far a run has come, and cancels it', async () => {
  const asked = answer('post', '/api-2/growth_runs/:id/cancel', { ...run, state: 'cancelled' });
  show({});
  expect(screen.getByRole('status')).toHaveTextContent('12 of 40 runs, year 2034; about 10 s left');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30');
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Cancel' }));
  expect(asked).toHaveLength(1);
});

it('tells the place in the queue', () => {
  show({ state: 'queued', queue_position: 3 });
  expect(screen.getByRole('status')).toHaveTextContent('Waiting to start; number 3 in the queue.');
});

it('shows the reason of a failure in the Error panel, and otherwise the usual sentence', () => {
  show({ state: 'failed', error: 'The picture could not be stored.' });
  expect(screen.getByRole('alert')).toHaveTextContent('ErrorThe picture could not be stored.');
});

it('says that it failed where nobody said why', () => {
  show({ state: 'failed' });
  expect(screen.getByRole('alert')).toHaveTextContent('Simulation failed');
});

it('shows a refusal rather than the run of before', () => {
  show({ state: 'succeeded' }, 'The selected area must lie in the United States.');
  expect(screen.getByRole('alert')).toHaveTextContent('must lie in the United States');
});

it('leaves the place to the result when there is one', () => {
  show({ state: 'succeeded' });
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
