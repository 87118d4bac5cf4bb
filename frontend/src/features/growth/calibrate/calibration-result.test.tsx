import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import type { GrowthRun } from '../api/types';
import { CalibrationResult } from './calibration-result';

const set = { diffusion: 2, breed: 5, spread: 28, slope_resistance: 18, road_gravity: 1 };
const forecast = { ...set, spread: 31 };
const run = { run_id: 'r-1', kind: 'calibration', name: null, layers: null, created_at: '2026-11-21T14:00:00Z' } as GrowthRun;

function arrive(left_out: string[]) {
  signedIn();
  answer('get', '/api-2/growth_runs/r-1/result', {
    forecast,
    top: [{ set, osm: 0.531, lee_sallee: 0.585 }],
    years: [2000, 2010],
    left_out,
  });
  const use = vi.fn();
  renderScreen(<CalibrationResult run={run} onUse={use} />);
  return use;
}

it('shows the best sets, names what says nothing of them, and hands over the forecast', async () => {
  const use = arrive(['clusters', 'slope']);
  expect(await screen.findByRole('row', { name: '2 5 28 18 1 0.531 0.585' })).toBeInTheDocument();
  expect(screen.getByText(/Omitted because it never changed: number of clusters, mean slope\.$/)).toBeInTheDocument();
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Use these coefficients' }));
  expect(use).toHaveBeenCalledExactlyOnceWith('r-1', forecast);
});

it('names nothing where every measure counts', async () => {
  arrive([]);
  expect(await screen.findByText(/1 is an exact match with the past\.$/)).toBeInTheDocument();
});
