import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { clickMap, dragOnMap, featuresOf } from '../testing/fake-map';
import { renderPage, signedIn } from '../testing/render-screen';
import { answer, server, unreachable } from '../testing/server';
import { tellRun } from '../testing/stream';
import * as page from './sleuth-growth';

const picture = { kind: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}'], attribution: 'Tiles', maxzoom: 16 };
const bbox = { west: -81, south: 35, east: -80.6, north: 35.3 };
const progress = {
  iterations_done: 0,
  iterations_total: 40,
  batches_done: 0,
  batches_total: 10,
  year: null,
  stage: null,
  seconds_left: null,
};
const run = {
  run_id: 'r1',
  kind: 'prediction',
  name: null,
  state: 'queued',
  queue_position: 1,
  bbox,
  area_km2: 1213,
  created_at: '2026-11-21T09:00:00Z',
  started_at: null,
  finished_at: null,
  created_by: 'somebody',
  progress,
  horizon_years: 2,
  iterations: 40,
  seed: 1,
  coefficients: { diffusion: 25, breed: 41, spread: 28, slope_resistance: 42, road_gravity: 43 },
  coefficients_source: 'default',
  self_modification: false,
  caution: null,
  layers: null,
  error: null,
};
const result = {
  run: { ...run, state: 'succeeded' },
  message: 'Growth from 2020 to 2022 simulated 40 times.',
  simulation_time: 8,
  start_year: 2020,
  stop_year: 2022,
  legend: [],
  bounds: bbox,
  picture: '/p.png',
  overlay: '/{year}.png',
  downloads: { png: '/p.png', geotiff: '/p.tif', csv: '/p.csv' },
  urban_km2_start: 1000,
  growth_percent_a_year: 4.88,
  years: [{ year: 2022, urban_km2: 1100, urban_km2_sd: 1, urban_km2_low: 1098, urban_km2_high: 1102, growth_km2: 50 }],
};
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  signedIn();
  answer('get', '/api-2/map_config', {
    basemap: picture,
    streetmap: picture,
    archives: [],
    texas_overlay: null,
    parcel_tiles: '',
    outline_minzoom: 15,
  });
  answer('get', '/api-2/growth_runs', { runs: [] });
  answer('get', '/api-2/growth_runs/r1', run);
});

async function open(at = '/sleuth-growth') {
  const shown = renderPage('/sleuth-growth', page, at);
  await screen.findByTestId('map');
  return shown;
}

const size = () => screen.getByTestId('selection-size');
const start = () => user.click(screen.getByRole('button', { name: 'Run SLEUTH Simulation' }));

async function draw(): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Draw Selection Area' }));
  dragOnMap([bbox.west, bbox.south], [bbox.east, bbox.north]);
}

it('selects the area that is drawn, and says its size', async () => {
  await open();
  expect(size()).toHaveTextContent('No area selected');
  await draw();
  expect(size()).toHaveTextContent('1,216 km²');
  expect(featuresOf('selected')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Draw Selection Area' })).toHaveAttribute('aria-pressed', 'false');
  await user.click(screen.getByRole('button', { name: 'Clear Selection' }));
  expect(size()).toHaveTextContent('No area selected');
  expect(featuresOf('selected')).toEqual([]);
});

it('selects a sample region by a click on the map, and by its button', async () => {
  await open();
  clickMap(-80.85, 35.2);
  expect(featuresOf('selected')).toHaveLength(1);
  const charlotte = size().textContent;
  await user.click(screen.getByRole('button', { name: 'Denver region' }));
  expect(size().textContent).not.toBe(charlotte);
});

it('asks for an area before it runs', async () => {
  await open();
  await start();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select an area first.');
  await draw();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('runs a simulation, tells how far it is, and shows the result', async () => {
  const asked = answer('post', '/api-2/growth_runs', run);
  answer('get', '/api-2/growth_runs/r1/result', result);
  const { router } = await open();
  await draw();
  await start();
  expect(await screen.findByText('Waiting to start; next in the queue.')).toBeVisible();
  expect(asked).toMatchObject([{ kind: 'prediction', bbox }]);
  expect(router.state.location.search).toBe('?run=r1');
  const running = { ...run, state: 'running', progress: { ...progress, iterations_done: 12, year: 2021, seconds_left: 7 } };
  answer('get', '/api-2/growth_runs/r1', running);
  tellRun(running);
  expect(await screen.findByText('12 of 40 runs, year 2021; about 10 s left')).toBeVisible();
  answer('get', '/api-2/growth_runs/r1', result.run);
  tellRun(result.run);
  expect(await screen.findByText(result.message)).toBeVisible();
  expect(screen.getByLabelText('Figures')).toHaveTextContent('1,100 km²');
  expect(screen.getByRole('link', { name: 'GeoTIFF' })).toHaveAttribute('href', '/p.tif');
});

it('says in an Error panel why a run was refused, and keeps the area', async () => {
  answer('post', '/api-2/growth_runs', { error: 'The selected area must lie in the United States.' }, 422);
  await open();
  await draw();
  await start();
  expect(await screen.findByRole('alert')).toHaveTextContent('ErrorThe selected area must lie in the United States.');
  expect(size()).toHaveTextContent('1,216 km²');
});

it.each([
  ['cancelled', null, 'This simulation was cancelled.'],
  ['failed', 'The layers could not be read.', 'The layers could not be read.'],
  ['failed', null, 'Simulation failed'],
])('says of a run that ended as %s (%s) what became of it', async (state, error, sentence) => {
  await open('/sleuth-growth?run=r1');
  expect(await screen.findByText('Waiting to start; next in the queue.')).toBeVisible();
  answer('get', '/api-2/growth_runs/r1', { ...run, state, error });
  tellRun({ ...run, state, error } as typeof run);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Run SLEUTH Simulation' })).toBeEnabled();
});

it('cancels the run that is shown', async () => {
  const cancelled = { ...run, state: 'cancelled' };
  const asked = answer('post', '/api-2/growth_runs/r1/cancel', cancelled);
  await open('/sleuth-growth?run=r1');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('This simulation was cancelled.')).toBeVisible();
  expect(asked).toHaveLength(1);
});

it('opens an earlier simulation of the list', async () => {
  server.use(
    http.get('/api-2/growth_runs', ({ request }) =>
      HttpResponse.json({ runs: request.url.includes('kind=prediction') ? [{ ...result.run, name: 'Piedmont' }] : [] }),
    ),
  );
  answer('get', '/api-2/growth_runs/r1', result.run);
  answer('get', '/api-2/growth_runs/r1/result', result);
  await open();
  const table = within(await screen.findByRole('table', { name: 'Past simulations' }));
  await user.click(table.getByRole('button', { name: 'Piedmont' }));
  expect(await screen.findByText(result.message)).toBeVisible();
  expect(featuresOf('selected')).toHaveLength(1);
});

it('leaves the keyboard at the earlier simulations when the comparison is closed', async () => {
  const other = { ...result, run: { ...result.run, run_id: 'r2', name: 'Piedmont' } };
  server.use(
    http.get('/api-2/growth_runs', ({ request }) =>
      HttpResponse.json({ runs: request.url.includes('kind=prediction') ? [result.run, other.run] : [] }),
    ),
  );
  answer('get', '/api-2/growth_runs/r1', result.run);
  answer('get', '/api-2/growth_runs/r1/result', result);
  answer('get', '/api-2/growth_runs/r2/result', other);
  await open('/sleuth-growth?run=r1&beside=r2');
  const comparison = within(await screen.findByRole('region', { name: 'Side by side' }));
  await user.click(comparison.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Side by side' })).toBeNull());
  // The section, which has the table in a region of the same name.
  expect(screen.getAllByRole('region', { name: 'Past simulations' })[0]).toHaveFocus();
});

it('says in its place that the earlier simulations cannot be loaded', async () => {
  unreachable('get', '/api-2/growth_runs');
  await open();
  const list = within(screen.getByRole('region', { name: 'Past simulations' }));
  expect(await list.findByRole('alert')).toHaveTextContent('Failed to load simulations');
  answer('get', '/api-2/growth_runs', { runs: [] });
  await user.click(list.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(list.getByText('No simulations yet. Select an area and run one.')).toBeVisible());
});

it('says that the map cannot be shown without its configuration', async () => {
  answer('get', '/api-2/map_config', { error: 'The tiles are not configured.' }, 500);
  renderPage('/sleuth-growth', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('The map cannot be shownThe tiles are not configured.');
  expect(screen.getByRole('heading', { name: 'Regional Growth Prediction' })).toBeVisible();
});
