import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { savedFiles } from '../../../testing/saved-files';
import { answer, server } from '../../../testing/server';
import type { ParcelWithUnits } from '../api';
import { WhySection } from '../criteria/results/why-section';
import { done, idOf, json, project, result, run } from '../criteria/test/stage';
import { BuildableSection } from '../buildable/buildable-section';
import { GrowthSection } from '../growth/growth-section';
import { MapPageContext } from '../map-page';
import { DossierMenu } from './dossier-menu';

const parcel = { ll_uuid: idOf(1), lon: -95.369, lat: 29.76 } as ParcelWithUnits;
const simulation = {
  run_id: '00000000-0000-7000-8000-0000000000bb',
  kind: 'prediction',
  name: 'Houston',
  state: 'succeeded',
  bbox: { west: -96, south: 29, east: -95, north: 30 },
  finished_at: '2026-11-20T15:30:00Z',
  horizon_years: 24,
  coefficients_source: 'default',
  self_modification: false,
  layers: { name: 'Houston', start_year: 2021 },
  caution: null,
};
const grown = {
  parcel_number: parcel.ll_uuid,
  lon: parcel.lon,
  lat: parcel.lat,
  inside: true,
  urban_now: false,
  chance_percent: 41.5,
  likely_decade: '2030s',
  surrounded_percent_now: 10,
};
const page = {
  projectId: project,
  map: { current: null },
  inspected: parcel.ll_uuid,
  detailed: undefined,
  inspect: () => undefined,
  selectAdjoining: () => undefined,
  drawer: undefined,
  openDrawer: () => undefined,
  colouring: undefined,
  onColouring: () => undefined,
  growthRun: undefined,
  onGrowthRun: () => undefined,
};

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:dossier');
  savedFiles();
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', market_type: 'Industrial' } });
});

/** The sections of the panel that show runs, and its dossier. */
function show(at: string) {
  const shown = { llUuid: parcel.ll_uuid, projectId: project, parcel };
  renderScreen(
    <MapPageContext value={page}>
      <WhySection {...shown} />
      <GrowthSection {...shown} />
      <BuildableSection {...shown} />
      <DossierMenu projectId={project} parcel={parcel} />
    </MapPageContext>,
    at,
  );
}

async function save() {
  const asked = answer('post', '*/api-2/dossiers.pdf', {});
  await userEvent.click(screen.getByRole('button', { name: 'Dossier' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Dossier PDF' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  return asked[0];
}

const alone = { project_id: project, sites: [{ ll_uuids: [parcel.ll_uuid] }], buildable: { preset: 'industrial' } };

it('has the growth and the search that the panel shows', async () => {
  answer('get', '*/api-2/growth_runs', json({ runs: [simulation], next_cursor: null }));
  answer('post', `*/api-2/growth_runs/${simulation.run_id}/parcels`, { parcels: [grown] });
  answer('get', `*/api-2/search_runs/${run}`, json(done));
  answer('get', `*/api-2/search_runs/${run}/results/*`, json({ list: 'ranked', is_judged_now: false, result: result(1), site: null }));
  show(`/?search=${run}`);
  expect(await screen.findByText('41.5 %')).toBeVisible();
  expect(await screen.findByText('Rank 1, score 89.0.')).toBeVisible();
  expect(await save()).toEqual({ ...alone, growth_run_id: simulation.run_id, search_run_id: run });
});

it('has the growth that the search was judged by, not that of a newer simulation', async () => {
  const newer = { ...simulation, run_id: '00000000-0000-7000-8000-0000000000bc' };
  answer('get', '*/api-2/growth_runs', json({ runs: [newer, simulation], next_cursor: null }));
  const asked = answer('post', `*/api-2/growth_runs/${newer.run_id}/parcels`, { parcels: [{ ...grown, chance_percent: 100 }] });
  answer('post', `*/api-2/growth_runs/${simulation.run_id}/parcels`, { parcels: [grown] });
  answer('get', `*/api-2/search_runs/${run}`, json({ ...done, growth_run_id: simulation.run_id }));
  answer('get', `*/api-2/search_runs/${run}/results/*`, json({ list: 'ranked', is_judged_now: false, result: result(1), site: null }));
  show(`/?search=${run}`);
  expect(await screen.findByText('41.5 %')).toBeVisible();
  expect(await save()).toEqual({ ...alone, growth_run_id: simulation.run_id, search_run_id: run });
  expect(asked).toEqual([]);
});

it('has neither where the panel shows neither', async () => {
  const elsewhere = { ...simulation, bbox: { west: -81, south: 35, east: -80, north: 36 } };
  answer('get', '*/api-2/growth_runs', json({ runs: [elsewhere], next_cursor: null }));
  answer('get', `*/api-2/search_runs/${run}`, json(done));
  // The search did not judge the parcel.
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  server.use(
    http.get(`*/api-2/search_runs/${run}/results/*`, async () => {
      await refused;
      return HttpResponse.json({ code: 'search_run.parcel_not_found', error: 'No' }, { status: 404 });
    }),
  );
  show(`/?search=${run}`);
  expect(await screen.findByText('No finished simulation covers this parcel.')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'In the search' })).toBeVisible();
  refuse();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'In the search' })).toBeNull());
  expect(await save()).toEqual(alone);
});

it('has no search that is still under way', async () => {
  answer('get', '*/api-2/growth_runs', { runs: [] });
  const asked = answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'running', counts: null }));
  show(`/?search=${run}`);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(await save()).toEqual(alone);
});

it('has the buildable area by the options of the panel', async () => {
  answer('get', '*/api-2/growth_runs', { runs: [] });
  answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'running', counts: null }));
  // The area itself is not known.
  const asked = answer('get', '*/api-2/parcels/*/buildable', {}, 404);
  show(`/?search=${run}`);
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await userEvent.type(await screen.findByLabelText('Setback, ft'), '50');
  await userEvent.click(screen.getByRole('button', { name: 'Calculate' }));
  await waitFor(() => expect(asked.at(-1)).toContain('setback_ft=50'));
  expect(await save()).toEqual({ ...alone, buildable: { preset: 'industrial', setback_ft: 50 } });
});
