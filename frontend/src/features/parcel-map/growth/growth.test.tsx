import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import type { ParcelWithUnits } from '../api';
import { ChipForm } from '../filters/chip-form';
import { chips } from '../filters/chips';
import { MapPageContext } from '../map-page';
import { GrowthLayer } from './growth-layer';
import { GrowthSection } from './growth-section';
import { GrowthSelect } from './growth-select';
import { runWords, usualRun, type GrowthRun } from './runs';

const run = (number: number, more: object = {}) => ({
  run_id: `00000000-0000-7000-8000-00000000000${number}`,
  kind: 'prediction',
  name: `South ${number}`,
  state: 'succeeded',
  bbox: { west: -81, south: 35, east: -80.8, north: 35.2 },
  finished_at: '2026-11-20T15:30:00Z',
  horizon_years: 24,
  coefficients_source: 'default',
  self_modification: false,
  layers: { name: 'Charlotte', start_year: 2021 },
  caution: null,
  ...more,
});
const elsewhere = run(1, { bbox: { west: -96, south: 29, east: -95, north: 30 } });
const here = run(2, { caution: 'Not calibrated on this area.' });
const parcel = { ll_uuid: '11111111-0000-5000-8000-000000000001', lon: -80.9, lat: 35.1 } as ParcelWithUnits;
const grown = (more: object) => ({
  parcels: [
    {
      parcel_number: parcel.ll_uuid,
      lon: -80.9,
      lat: 35.1,
      inside: true,
      urban_now: false,
      chance_percent: 41.5,
      likely_decade: '2030s',
      surrounded_percent_now: 10,
      ...more,
    },
  ],
});
const form = chips.find(({ id }) => id === 'growth');

function show(content: React.ReactNode, growthRun?: string, onGrowthRun = vi.fn()) {
  const page = {
    projectId: 'p',
    map: { current: null },
    inspected: undefined,
    detailed: undefined,
    inspect: () => undefined,
    selectAdjoining: () => undefined,
    drawer: undefined,
    openDrawer: () => undefined,
    colouring: undefined,
    onColouring: () => undefined,
    growthRun,
    onGrowthRun,
  };
  answer('get', '*/api-2/growth_runs', { runs: [run(9, { state: 'running' }), elsewhere, here], next_cursor: null });
  renderScreen(<MapPageContext value={page}>{content}</MapPageContext>);
}

it('of runs of the same name differs by years and coefficients', () => {
  const words = (more: object) => runWords(run(1, { name: null, finished_at: null, ...more }) as unknown as GrowthRun);
  expect(words({})).toBe('Charlotte, 2021 to 2045 · Default, uncalibrated');
  expect(words({ horizon_years: 44, coefficients_source: 'given' })).toBe('Charlotte, 2021 to 2065 · Custom');
});

it('is taken from the run on the map, else from the newest of the area, else of a part of it', () => {
  const [part, whole, away] = [run(3, { bbox: { west: -80.9, south: 35, east: -80, north: 36 } }), here, elsewhere] as unknown as readonly [
    GrowthRun,
    GrowthRun,
    GrowthRun,
  ];
  const of = (runs: readonly GrowthRun[], onMap?: string) => usualRun(runs, onMap, [-80.95, 35.05, -80.85, 35.15])?.run_id;
  expect(of([part, whole, away])).toBe(whole.run_id);
  expect(of([away, part])).toBe(part.run_id);
  expect(of([away])).toBeUndefined();
  expect(of([part, whole, away], away.run_id)).toBe(away.run_id);
  expect(usualRun([whole], undefined, undefined)).toBeUndefined();
});

describe('the growth around a parcel', () => {
  const section = <GrowthSection llUuid={parcel.ll_uuid} projectId="p" parcel={parcel} />;

  it('is that of the newest simulation of the place, with its name, date and caution', async () => {
    const asked = answer('post', `*/api-2/growth_runs/${here.run_id}/parcels`, grown({}));
    show(section);
    expect(await screen.findByText('41.5 %')).toBeVisible();
    expect(screen.getByText('2030s')).toBeVisible();
    expect(screen.getByText(/^South 2, .*2026/)).toBeVisible();
    expect(screen.getByText('Not calibrated on this area.')).toBeVisible();
    expect(asked).toEqual([{ parcels: [{ parcel_number: parcel.ll_uuid, lon: -80.9, lat: 35.1, ll_uuid: parcel.ll_uuid }] }]);
  });

  it('is unknown outside of the simulation that the map shows', async () => {
    answer(
      'post',
      `*/api-2/growth_runs/${elsewhere.run_id}/parcels`,
      grown({ inside: false, chance_percent: null, likely_decade: null, surrounded_percent_now: null }),
    );
    show(section, elsewhere.run_id);
    expect(await screen.findAllByText('N/A')).toHaveLength(2);
  });

  it('of a site that no simulation covers leads to one of the land around all of it', async () => {
    const square = (west: number) => [
      [
        [west, 40],
        [west + 0.01, 40],
        [west + 0.01, 40.01],
        [west, 40],
      ],
    ];
    const site = { ...parcel, lon: 10, lat: 40, geometry: { type: 'MultiPolygon', coordinates: [square(10), square(10.02)] } };
    show(<GrowthSection llUuid={parcel.ll_uuid} projectId="p" parcel={site as unknown as typeof parcel} />);
    const link = await screen.findByRole('link', { name: 'Simulate growth around it' });
    expect(link).toHaveAttribute('href', '/sleuth-growth?area=9.8825%2C39.9100%2C10.1475%2C40.1000');
  });

  it.each([
    [{ chance_percent: 3, likely_decade: null }, '3 %', 'Not by 2045'],
    [{ chance_percent: null, likely_decade: '2020s', surrounded_percent_now: 100 }, 'No open land around', '2020s'],
  ])('of %j is told', async (more, chance, decade) => {
    answer('post', `*/api-2/growth_runs/${here.run_id}/parcels`, grown(more));
    show(section);
    expect(await screen.findByText(chance)).toBeVisible();
    expect(screen.getByText(decade)).toBeVisible();
  });
});

describe('a growth simulation on the map', () => {
  it('is chosen among the finished ones', async () => {
    const chosen = vi.fn();
    show(<GrowthSelect />, undefined, chosen);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Growth simulation' }));
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await userEvent.click(screen.getByRole('option', { name: /South 2/ }));
    expect(chosen).toHaveBeenCalledWith(here.run_id);
  });

  it('says what its colours mean, of which year and run', async () => {
    answer('get', `*/api-2/growth_runs/${here.run_id}/result`, {
      run: here,
      bounds: here.bbox,
      stop_year: 2045,
      overlay: `/api-2/growth_runs/${here.run_id}/overlay/{year}.png`,
      legend: [{ label: 'Likely, 75 % and more', colour: '#440154' }],
    });
    const ended = vi.fn();
    show(<GrowthLayer runId={here.run_id} opacity={0.6} onEnd={ended} />);
    const legend = within(await screen.findByRole('region', { name: 'Growth chance' }));
    expect(await legend.findByText('Growth chance by 2045')).toBeVisible();
    expect(legend.getByText('Likely, 75 % and more')).toBeVisible();
    expect(legend.getByText(/South 2/)).toBeVisible();
    expect(legend.getByText('Not calibrated on this area.')).toBeVisible();
    await userEvent.click(legend.getByRole('button', { name: 'Hide the growth chance' }));
    expect(ended).toHaveBeenCalledOnce();
  });
});

it('is a filter of a simulation, a least chance and a decade', async () => {
  if (!form) throw new Error('There is no filter of growth.');
  const changed = vi.fn();
  show(<ChipForm chip={form} value={undefined} middle={() => undefined} onChange={changed} />, here.run_id);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Growth simulation' })).toHaveDisplayValue(/South 2/));
  const least = screen.getByLabelText('Chance at least');
  await userEvent.clear(least);
  await userEvent.type(least, '25');
  await userEvent.click(screen.getByRole('combobox', { name: 'Half of the land around is urban by' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['2020s', '2030s', '2040s']);
  await userEvent.click(screen.getByRole('option', { name: '2030s' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(changed).toHaveBeenCalledWith({ run: here.run_id, least: 25, by: 2030 });
});
