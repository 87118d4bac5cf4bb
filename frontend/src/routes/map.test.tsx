import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { unknownLand } from '../features/parcel-map/test/unknown-land';
import { clickMap, featuresOf } from '../testing/fake-map';
import { renderPage, signedIn } from '../testing/render-screen';
import { answer, server, unreachable } from '../testing/server';
import { tell } from '../testing/stream';
import * as page from './map';

const picture = { kind: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}'], attribution: 'Tiles', maxzoom: 16 };
const parcel = {
  flood: { in_flood_zone: null, zone: null, class: null, from: null },
  land: unknownLand,
  parcelnumb: '0010020000013',
  address: '901 Preston St',
  scity: 'Houston',
  state2: 'TX',
  szip: '77002',
  owner: 'Bayou Trust',
  careof: null,
  saledate: '2021-03-04',
  ll_uuid: '11111111-0000-5000-8000-000000000001',
  ll_gisacre: 0.43,
  is_sample: false,
};
const spot = [-95.36, 29.76] as const;
const square = [[spot, [-95.359, 29.76], [-95.359, 29.761], spot]];
const markerOf = (id: number, at: readonly number[], properties: object = parcel) => ({
  id,
  geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [...at] }, properties },
});
const saved = markerOf(7, [-95.4, 29.8], { ...parcel, parcelnumb: '0099', address: '12 Dock Rd', ll_uuid: 'another' });

beforeEach(() => {
  signedIn();
  answer('get', '/api-2/map_config', {
    basemap: picture,
    streetmap: picture,
    archives: ['/basemap/country.pmtiles', '/basemap/city.pmtiles'],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  });
  answer('get', '/api/get_project_data', { project_data: { project_id: 'p1', project_name: 'Pier' } });
  answer('get', '/api/get_markers', { markers: [saved] });
  answer('get', '/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '/api/parcel_status', { projects: [], discards: [] });
  const outline = { ...parcel, marker_id: saved.id, geometry: { type: 'Polygon', coordinates: square } };
  answer('get', '/api/get_parcel_outlines', { outlines: [outline], newest_marker_id: saved.id });
  answer('get', '/api/get_parcel_polygon', outline);
  answer('get', '/api-2/parcels/*', { ...parcel, geometry: { type: 'Polygon', coordinates: square } });
  answer('post', '/api-2/process_coords', { status: 'found', data: parcel });
  answer('post', '/api/fetch_save_image', { image_path: null, message: '' });
  answer('post', '/api/call_webhook', {});
});

async function open(at = '/map?project_id=p1') {
  const shown = renderPage('/map', page, at);
  await screen.findByTestId('map');
  return shown;
}

async function lookUp(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Draw marker' }));
  clickMap(...spot);
}

const review = () => screen.findByRole('dialog', { name: 'Parcel Review' });
const markers = (source: 'saved' | 'unsaved') =>
  featuresOf(source).map(({ geometry }) => 'coordinates' in geometry && geometry.coordinates);

it('says that no project is chosen, and leads to the projects', async () => {
  renderPage('/map', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error: Project ID is missing. Please select a project first.');
  expect(screen.getByRole('link', { name: 'Go to projects' })).toHaveAttribute('href', '/projects');
});

it('opens a new project with its search', async () => {
  answer('get', '/api/project_criteria', {
    project_id: 'p1',
    criteria: { version: 1, gates: [{ fact: 'acres', min: 5, unknown: 'list' }], wishes: [] },
    is_preset: true,
    preset_of: 'Site Selection',
    updated_at: null,
    updated_by: null,
    version: 0,
    presets: [],
    not_judged: [],
  });
  const { router } = renderPage('/map', page, '/elsewhere');
  await act(() => router.navigate('/map?project_id=p1', { state: { isNewProject: true } }));
  const gate = 'at least 5 acres; unknown goes on a separate list';
  expect(await screen.findByText(gate, undefined, { timeout: 20_000 })).toBeVisible();
  // The command to search opens it again on the same map.
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(gate)).not.toBeInTheDocument();
  await act(() => router.navigate('/map?project_id=p1', { state: { toSearch: true } }));
  expect(await screen.findByText(gate)).toBeVisible();
});

it('opens the search of a link', async () => {
  const run = { run_id: 'r1', project_id: 'p1', state: 'failed', error: 'The layers were replaced.', judged: 0, total: null };
  answer('get', '/api-2/search_runs/r1', run);
  await open('/map?project_id=p1&search=r1');
  expect(await screen.findByText('The layers were replaced.', undefined, { timeout: 20_000 })).toBeVisible();
});

it('opens the project that was chosen last when the address names none', async () => {
  sessionStorage.setItem('project_id', 'p9');
  const asked = answer('get', '/api/get_markers', { markers: [] });
  await open('/map');
  expect(asked).toEqual(['?project_id=p9']);
});

describe('saved parcels', () => {
  it('are on the map with their outlines, and follow what colleagues do', async () => {
    await open();
    expect(markers('saved')).toEqual([[-95.4, 29.8]]);
    await waitFor(() => expect(featuresOf('saved-parcels')).toHaveLength(1));
    answer('get', '/api/get_markers', { markers: [saved, markerOf(8, spot)] });
    act(() => tell('marker.added'));
    await waitFor(() => expect(markers('saved')).toEqual([[-95.4, 29.8], [...spot]]));
  });

  it('say what they are when they are clicked, and lead to their property', async () => {
    const { router } = await open();
    clickMap(-95.4, 29.8);
    const details = within(await screen.findByRole('dialog', { name: 'Parcel Details' }));
    expect(details.getByText('12 Dock Rd')).toBeVisible();
    await userEvent.click(details.getByRole('button', { name: 'Go to Property' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/property/0099'));
    expect(router.state.location.search).toBe('?project_id=p1&email=maya%40meridian.example');
  });

  it('say that the county no longer has them', async () => {
    const retired = { retired_at: '2026-02-03T10:00:00Z', retired_file_date: '2026-01-31' };
    const outline = { ...parcel, ...retired, marker_id: saved.id, geometry: { type: 'Polygon', coordinates: square } };
    answer('get', '/api/get_parcel_outlines', { outlines: [outline], newest_marker_id: saved.id });
    await open();
    clickMap(-95.4, 29.8);
    expect(await screen.findByRole('note')).toHaveTextContent("Retired: no longer in the county's file of Jan 31, 2026");
  });

  it('are removed once the person is sure', async () => {
    const removed = answer('post', '/api/remove_marker', { success: true });
    await open();
    clickMap(-95.4, 29.8);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Marker' }));
    const question = await screen.findByRole('dialog', { name: 'Remove Marker' });
    expect(question).toHaveTextContent('Are you sure you want to remove this marker?');
    await userEvent.click(within(question).getByRole('button', { name: 'Remove Marker' }));
    expect(await screen.findByText('Marker with ID 7 removed successfully!')).toBeVisible();
    expect(removed).toEqual([{ marker_id: 7 }]);
    expect(markers('saved')).toEqual([]);
  });

  it('that cannot be loaded are no empty project: the page says so', async () => {
    answer('get', '/api/get_markers', { error: 'Project not found.' }, 404);
    renderPage('/map', page, '/map?project_id=p1');
    expect(await screen.findByRole('alert')).toHaveTextContent('The map cannot be shownProject not found.');
  });
});

describe('a parcel that is clicked', () => {
  it('is looked up, reviewed and added', async () => {
    const looked = answer('post', '/api-2/process_coords', { status: 'found', data: parcel });
    const added = answer('post', '/api/add_marker', { ...markerOf(9, spot), already_added: false });
    await open();
    await lookUp();
    expect(await review()).toHaveTextContent('901 Preston St');
    expect(looked).toEqual([{ lon: spot[0], lat: spot[1] }]);
    expect(markers('unsaved')).toEqual([[...spot]]);
    await userEvent.click(screen.getByRole('button', { name: 'Add to Project' }));
    expect(await screen.findByRole('dialog', { name: 'Parcel Details' })).toHaveTextContent('901 Preston St');
    expect(added).toMatchObject([{ project_id: 'p1', geojson: { properties: { parcelnumb: parcel.parcelnumb } } }]);
    expect(markers('saved')).toContainEqual([...spot]);
    expect(markers('unsaved')).toEqual([]);
  });

  it('leaves no trace when it is discarded', async () => {
    await open();
    await lookUp();
    await review();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(markers('unsaved')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Draw marker' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('is said to be unknown when nothing is found', async () => {
    answer('post', '/api-2/process_coords', { status: 'not_found', data: null });
    await open();
    await lookUp();
    expect(await screen.findByText('No data found for this location.')).toBeVisible();
  });

  it('is said to have no number where the county maps none', async () => {
    const feature = {
      kind: 'water',
      label: 'Water, no parcel number',
      description: 'White Oak Bayou',
      source: 'Test County',
      source_licence: 'CC0',
      fetched_at: '2026-11-21T12:00:00Z',
    };
    answer('post', '/api-2/process_coords', { status: 'not_found', data: null, feature });
    await open();
    await lookUp();
    const popup = await screen.findByRole('dialog', { name: 'Parcel lookup' });
    expect(popup).toHaveTextContent('Water, no parcel number');
    expect(popup).toHaveTextContent('White Oak Bayou');
    expect(popup).toHaveTextContent('Source: Test County, Nov 21, 2026, CC0');
    expect(screen.queryByText('No data found for this location.')).not.toBeInTheDocument();
  });

  it('is not said to be unknown when the lookup does not answer', async () => {
    unreachable('post', '/api-2/process_coords');
    await open();
    await lookUp();
    expect(await screen.findByText('Network error. Please try again.')).toBeVisible();
    expect(screen.queryByText('No data found for this location.')).not.toBeInTheDocument();
    expect(markers('unsaved')).toEqual([]);
  });

  it('stays under review when it cannot be added', async () => {
    answer('post', '/api/add_marker', { error: 'The project was deleted.' }, 404);
    await open();
    await lookUp();
    await review();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Project' }));
    expect(await screen.findByText('The project was deleted.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add to Project' })).toBeEnabled();
    expect(markers('saved')).toEqual([[-95.4, 29.8]]);
  });

  it('is said to be looked up while that takes its time', async () => {
    server.use(
      http.post('/api-2/process_coords', async () => {
        await delay(300);
        return HttpResponse.json({ status: 'found', data: parcel });
      }),
    );
    await open();
    await lookUp();
    expect(await screen.findByText('Looking up the parcel…')).toBeVisible();
    await review();
    expect(screen.queryByText('Looking up the parcel…')).not.toBeInTheDocument();
  });
});
