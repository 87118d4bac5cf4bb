import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { layRoads } from '../../../testing/fake-map-roads';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { MapScreen } from '../test/loaded-map-screen';

const project = '00000000-0000-7000-8000-00000000000a';
const search = {
  search_id: '00000000-0000-7000-8000-00000000000d',
  project_id: project,
  name: 'Land',
  filter: 'll_gisacre >= 5 AND in_flood_zone = FALSE',
  area: null,
  version: 1,
  created_by: 'Ana Diaz',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  last_looked_at: '2026-11-21T10:00:00Z',
};
const exact = (count: number) => ({ count, is_estimate: false });
const view = [-95.38, 29.75, -95.36, 29.77];

let asked: unknown[];
let selected: unknown[];
let looked: unknown[];

beforeEach(async () => {
  answer('get', '*/api-2/map_config', {
    basemap: null,
    streetmap: null,
    archives: [],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  });
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', submarket_id: null } });
  answer('get', '*/api/get_markers', { markers: [] });
  answer('get', '*/api/get_parcel_outlines', { outlines: [], newest_marker_id: null });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api/project_parcels', { parcels: [], discarded: [] });
  answer('get', '*/api/saved_searches', { saved_searches: [search] });
  answer('get', '*/api-2/parcel_selections/*', { count: 0, parcels: [] });
  asked = answer('post', '*/api-2/parcel_counts', { counts: [exact(12), exact(12)], total: { count: 48_123, is_estimate: true } });
  selected = answer('post', '*/api-2/parcel_selections', { code: 'selection.too_large', error: 'Too many.' }, 422);
  looked = answer('post', '*/api/look_at_saved_search', search);
  renderScreen(<MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
  await screen.findByTestId('map');
  await userEvent.click(screen.getByRole('button', { name: 'Lists beside the map' }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Filters' }));
  // The first test loads the view.
  await screen.findByText('about 48,100 in view', undefined, { timeout: 20_000 });
}, 60_000);

describe('the filters of the map', { timeout: 60_000 }, () => {
  it('count what matches, alone and together, and select it', async () => {
    const legend = within(screen.getByRole('list', { name: 'Legend' }));
    expect(legend.queryByText('Matches the filter')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Acres' }));
    await userEvent.type(await screen.findByLabelText('At least'), '5{Enter}');
    expect(await screen.findByText('12 of about 48,100 in view match')).toBeVisible();
    expect(legend.getByText('Matches the filter')).toBeVisible();
    expect(asked).toContainEqual({ filters: ['ll_gisacre >= 5', 'll_gisacre >= 5'], bbox: view, project_id: project });
    expect(await screen.findByRole('button', { name: 'Acres from 5 acres 12' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Select Matching in View' }));
    await waitFor(() => expect(selected).toEqual([{ bbox: view, filter: '(ll_gisacre >= 5)', project_id: project }]));
    await userEvent.click(screen.getByRole('button', { name: 'Without Acres' }));
    expect(screen.getByRole('button', { name: 'Acres' })).toHaveFocus();
    expect(await screen.findByText('about 48,100 in view')).toBeVisible();
  });

  it('take the distance from the road at the center of the map', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Distance' }));
    await userEvent.click(await screen.findByLabelText('From a road'));
    expect(screen.getByText('No road at the center of the map. Move the map to one.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
    const line = [
      [-95.374, 29.7604],
      [-95.364, 29.7604],
    ];
    layRoads([
      { type: 'Feature', properties: { kind: 'minor_road', name: 'Main St' }, geometry: { type: 'LineString', coordinates: line } },
    ]);
    await userEvent.click(screen.getByLabelText('The center of the map'));
    await userEvent.click(screen.getByLabelText('From a road'));
    expect(screen.getByText('Main St, as far as the map shows it.')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Miles at most'));
    await userEvent.type(screen.getByLabelText('Miles at most'), '0.5{Enter}');
    expect(await screen.findByRole('button', { name: /^Distance within 0.5 mi of a road/ })).toBeVisible();
    const filter = 'S_DWITHIN(geometry, LINESTRING(-95.374000 29.760400, -95.364000 29.760400), 805)';
    await waitFor(() => expect(asked).toContainEqual({ filters: [filter, filter], bbox: view, project_id: project }));
  });

  it('show what is wrong with a text beside it', async () => {
    answer(
      'post',
      '*/api-2/parcel_counts',
      { code: 'request.invalid', errors: { 'filters.0': 'There is no queryable property colour.' } },
      422,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Write as Text' }));
    await userEvent.type(screen.getByLabelText('Filter in CQL2'), "colour = 'red'");
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('There is no queryable property colour.')).toBeVisible();
    expect(screen.getByLabelText('Filter in CQL2')).toBeInvalid();
    expect(screen.getByRole('button', { name: 'Save…' })).toBeDisabled();
  });

  it('open saved searches as chips, with what is new in them', async () => {
    const saved = within(screen.getByRole('region', { name: 'Saved searches' }));
    expect(await saved.findByRole('button', { name: '12 new' })).toBeVisible();
    expect(saved.getByText(/also if they matched before. After an import the bell says how many newly match/)).toBeVisible();
    expect(asked).toContainEqual({ filters: [search.filter], changed_since: search.last_looked_at, project_id: project });
    await userEvent.click(saved.getByText('Land'));
    expect(screen.getByRole('button', { name: 'Without Flood zone' })).toBeVisible();
    expect(looked).toEqual([{ search_id: search.search_id }]);
    await userEvent.click(saved.getByRole('button', { name: '12 new' }));
    const filter = `(${search.filter})`;
    await waitFor(() => expect(selected).toEqual([{ changed_since: search.last_looked_at, filter, project_id: project }]));
  });

  it('lose a saved search that is deleted, by keys, and the list keeps the focus', async () => {
    const removed = answer('delete', '*/api/saved_searches', {});
    const saved = screen.getByRole('region', { name: 'Saved searches' });
    (await within(saved).findByRole('button', { name: 'More about Land' })).focus();
    await userEvent.keyboard('{Enter}');
    (await screen.findByRole('menuitem', { name: 'Delete…' })).focus();
    await userEvent.keyboard('{Enter}');
    const question = within(await screen.findByRole('dialog', { name: 'Delete' }));
    answer('get', '*/api/saved_searches', { saved_searches: [] });
    question.getByRole('button', { name: 'Delete' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(removed).toHaveLength(1));
    await waitFor(() => expect(within(saved).queryByText('Land')).toBeNull());
    await waitFor(() => expect(saved).toHaveFocus());
  });

  it('are saved with a name and an area', async () => {
    const saved = answer('post', '*/api/saved_searches', search, 201);
    await userEvent.click(screen.getByRole('button', { name: 'Flood zone' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    await userEvent.type(await screen.findByLabelText(/Name/), 'Dry{Enter}');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ name: 'Dry', filter: 'in_flood_zone = FALSE', project_id: project });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save Search' })).toBeNull());
  });
});
