import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { clickMap, featuresOf, featureStates, layerFilter, layTiles, pointAtMap, zoomTo } from '../../../testing/fake-map';
import { simulateLayout } from '../../../testing/layout';
import { renderScreen } from '../../../testing/render-screen';
import { savedFiles } from '../../../testing/saved-files';
import { answer, server } from '../../../testing/server';
import { featureId } from '../inspect/tiles';
import { MapScreen } from '../test/loaded-map-screen';
import { unknownLand } from '../test/unknown-land';

const project = '00000000-0000-7000-8000-00000000000a';
const idOf = (index: number) => `11111111-0000-5000-8000-${String(index).padStart(12, '0')}`;
const boxAt = (lon: number, lat: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [lon - 0.0008, lat - 0.0008],
      [lon + 0.0008, lat - 0.0008],
      [lon + 0.0008, lat + 0.0008],
      [lon - 0.0008, lat - 0.0008],
    ],
  ],
});

const parcelOf = (index: number, acres: number | null, lon: number, lat: number) => {
  const facts = {
    ll_uuid: idOf(index),
    parcelnumb: `00${index}`,
    address: `${index} Main St`,
    ll_gisacre: acres,
    parval: acres && acres * 1000,
    year_built: 1990,
    flood_zone: null,
    flood: { in_flood_zone: null, zone: null, class: null, from: null },
    land: unknownLand,
    retired_at: null,
    retired_file_date: null,
    lon,
    lat,
    county_fips: '48201',
    source: 'T',
    is_sample: false,
    unit_count: 0,
    units: [],
    state2: 'TX',
  };
  return { marker_id: index, parcelnumb: facts.parcelnumb, lon, lat, facts, geometry: boxAt(lon, lat) };
};
// In view, in view, beyond it.
const three = [parcelOf(1, 2, -95.375, 29.76), parcelOf(2, null, -95.3698, 29.7604), parcelOf(3, 7, -95.2, 29.9)];

const discardOf = (index: number, changed: object | null) => ({
  ll_uuid: idOf(index),
  reason: 'flood',
  note: 'Bayou',
  discarded_by: 'Ana',
  discarded_at: '2026-05-04T10:00:00Z',
  facts: { ...three[0]?.facts, ll_uuid: idOf(index), parcelnumb: `00${index}`, address: `${index} Bay St` },
  changed,
});

async function open(
  parcels: readonly ReturnType<typeof parcelOf>[],
  discarded = parcels.length > 0 ? [discardOf(9, null)] : [],
  runs: { run_id: string; state: string; criteria?: object }[] = [],
) {
  const map_config = {
    basemap: null,
    streetmap: null,
    archives: [],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  };
  const markers = parcels.map(({ marker_id, lon, lat, facts }) => ({
    id: marker_id,
    geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties: facts },
  }));
  answer('get', '*/api-2/map_config', map_config);
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', submarket_id: null } });
  answer('get', '*/api/get_markers', { markers });
  answer('get', '*/api/get_parcel_outlines', { outlines: [], newest_marker_id: 1e6 });
  answer('get', '*/api-2/growth_runs', { runs: [] });
  answer('get', '*/api-2/search_runs', { runs });
  answer('get', '*/api/reviewed_parcels', {
    in_project: parcels.map(({ facts }) => facts.ll_uuid),
    discarded: discarded.map(({ ll_uuid }) => ({ ll_uuid, field: 'flood_zone', was: 'AE' })),
  });
  answer('get', '*/api/parcel_status', { projects: [], discards: [] });
  answer('get', '*/api/project_parcels', { parcels: [...parcels], discarded });
  for (const { facts, geometry } of parcels.slice(0, 3)) answer('get', `*/api-2/parcels/${facts.ll_uuid}`, { ...facts, geometry });
  renderScreen(<MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
  await screen.findByTestId('map');
  await userEvent.click(screen.getByRole('button', { name: 'Lists beside the map' }));
  return within(await screen.findByRole('region', { name: 'Lists' }));
}

const names = () => screen.getAllByText(/^\d+ (Main|Bay) St$/).map(({ textContent }) => textContent);

it('marks a site of several parcels', async () => {
  const one = parcelOf(1, 2, -95.375, 29.76);
  const members = [2, 3, 4].map((index) => ({ ll_uuid: idOf(index), parcelnumb: `00${index}`, retired_at: null }));
  const drawer = await open([{ ...one, facts: { ...one.facts, site: { name: null, members } } } as typeof one]);
  expect(await drawer.findByText('Site of 3 parcels · 001')).toBeVisible();
});

it('says what to do when the project has no parcels', async () => {
  const drawer = await open([]);
  expect(await drawer.findByText('No parcels yet. Click a parcel on the map and add it.')).toBeVisible();
});

it('names the sources of the parcels with date and licence', async () => {
  const [one, ...others] = three;
  const dated = { source: 'HCAD', source_licence: 'public domain', source_date: '2026-10-01', fetched_at: '2026-11-01T15:00:00Z' };
  const drawer = await open([{ ...one, facts: { ...one?.facts, ...dated } } as ReturnType<typeof parcelOf>, ...others]);
  expect(await drawer.findByText('Sources: HCAD, data of Oct 1, 2026, read Nov 1, 2026, public domain; T')).toBeVisible();
});

it('is sorted, and shows the discarded ones and only those in view on demand', async () => {
  const drawer = await open(three);
  await drawer.findByText('1 Main St');
  expect(names()).toEqual(['1 Main St', '2 Main St', '3 Main St']);
  expect(drawer.getByRole('button', { name: /2 Main St/ })).toHaveTextContent('N/A');
  await userEvent.click(drawer.getByRole('combobox', { name: 'Sort by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Acres, largest first' }));
  expect(names()).toEqual(['3 Main St', '1 Main St', '2 Main St']);
  await userEvent.click(drawer.getByLabelText('Discarded, 1'));
  expect(drawer.getByText('009 · Discarded: Flood')).toBeVisible();
  await userEvent.click(drawer.getByLabelText('Only those in view'));
  await waitFor(() => expect(names()).not.toContain('3 Main St'));
  expect(drawer.getByText('3 parcels in view')).toBeVisible();
});

it('exports what is shown, in its order', async () => {
  const saved = savedFiles();
  const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2, not_found: [] }, 201);
  const drawer = await open(three, [discardOf(8, { field: 'flood_zone', was: 'AE', now: 'X' })]);
  await drawer.findByText('1 Main St');
  const save = async () => {
    await userEvent.click(drawer.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  };
  await userEvent.click(drawer.getByRole('combobox', { name: 'Sort by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Status' }));
  await userEvent.click(drawer.getByLabelText('Only those in view'));
  await waitFor(() => expect(names()).not.toContain('3 Main St'));
  await save();
  await waitFor(() => expect(saved).toHaveLength(1));
  await userEvent.click(drawer.getByLabelText('For review, 1'));
  await save();
  await waitFor(() => expect(selected).toEqual([{ ll_uuids: [idOf(1), idOf(2), idOf(8)] }, { ll_uuids: [idOf(8)] }]));
});

it('brings back a discarded parcel whose fact changed, saying so', async () => {
  const drawer = await open(three, [discardOf(9, null), discardOf(8, { field: 'flood_zone', was: 'AE', now: 'X' })]);
  expect(await drawer.findByText('For review: flood zone was AE, now X')).toBeVisible();
  expect(names()).toEqual(['1 Main St', '2 Main St', '3 Main St', '8 Bay St']);
  await userEvent.click(drawer.getByLabelText('Discarded, 1'));
  expect(names()).toEqual(['1 Main St', '2 Main St', '3 Main St', '8 Bay St', '9 Bay St']);
  await userEvent.click(drawer.getByLabelText('For review, 1'));
  expect(names()).toEqual(['8 Bay St']);
  // Of the map's parcels only the other one is grey.
  expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('Discarded, for review')).toBeVisible();
  const identity = ['get', 'll_uuid'];
  expect(layerFilter('discarded-parcels')).toEqual(['in', identity, ['literal', [idOf(9)]]]);
  expect(layerFilter('due-parcels')).toEqual(['in', identity, ['literal', [idOf(8)]]]);
  const kept = answer('post', '*/api/discard_parcels', { discarded: 1, in_project: 0, not_found: [] });
  answer('get', '*/api/project_parcels', { parcels: [...three], discarded: [discardOf(8, null), discardOf(9, null)] });
  await userEvent.click(drawer.getByRole('button', { name: 'Keep Discarded' }));
  await waitFor(() => expect(drawer.queryByText(/^For review/)).toBeNull());
  expect(kept).toEqual([{ project_id: project, ll_uuids: [idOf(8)], reason: 'flood', note: 'Bayou' }]);
  expect(drawer.getByLabelText('Discarded, 2')).toBeVisible();
});

it('and the map follow each other', async () => {
  const drawer = await open(three);
  const row = await drawer.findByRole('button', { name: /1 Main St/ });
  // From the list to the map.
  await userEvent.hover(row);
  expect([...featureStates]).toEqual([[featureId(idOf(1)), { hovered: true }]]);
  await userEvent.click(row);
  const panel = within(await screen.findByRole('region', { name: 'Inspected parcel' }));
  expect(await panel.findByRole('heading', { name: '1 Main St' })).toBeVisible();
  expect(row).toHaveAttribute('aria-current', 'true');
  // And back.
  layTiles(three.map(({ facts, geometry }) => ({ type: 'Feature', properties: { ll_uuid: facts.ll_uuid }, geometry })));
  pointAtMap(-95.3698, 29.7604);
  const other = drawer.getByRole('button', { name: /2 Main St/ });
  await waitFor(() => expect(other).toHaveAttribute('data-hovered'));
  clickMap(-95.3691, 29.7601);
  await waitFor(() => expect(other).toHaveAttribute('aria-current', 'true'));
  expect(row).not.toHaveAttribute('aria-current');
});

it('follows the dot whose details are open', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const drawer = await open(three);
  const first = await drawer.findByRole('button', { name: /1 Main St/ });
  await userEvent.click(first);
  expect(first).toHaveAttribute('aria-current', 'true');
  clickMap(-95.3698, 29.7604);
  const details = await screen.findByRole('dialog', { name: 'Parcel Details' });
  expect(screen.queryByRole('region', { name: 'Inspected parcel' })).toBeNull();
  const second = drawer.getByRole('button', { name: /2 Main St/ });
  expect(second).toHaveAttribute('aria-current', 'true');
  expect(first).not.toHaveAttribute('aria-current');
  expect(scrolled.mock.contexts.at(-1)).toBe(second.closest('li'));
  await userEvent.click(within(details).getByRole('button', { name: 'Close' }));
  expect(second).not.toHaveAttribute('aria-current');
});

it('marks the dot of the row that is pointed at, also where outlines are not shown', async () => {
  const drawer = await open(three);
  zoomTo(12);
  const row = await drawer.findByRole('button', { name: /3 Main St/ });
  expect(featuresOf('hovered-marker')).toEqual([]);
  await userEvent.hover(row);
  const dots = featuresOf('hovered-marker').map(({ geometry, properties }) => ({ geometry, properties }));
  expect(dots).toEqual([{ geometry: { type: 'Point', coordinates: [-95.2, 29.9] }, properties: { of: 3 } }]);
  await userEvent.unhover(row);
  expect(featuresOf('hovered-marker')).toEqual([]);
});

it('has the colours of an attribute, as the map and its legend', async () => {
  const drawer = await open(three);
  await userEvent.click(await drawer.findByRole('combobox', { name: 'Color by' }));
  expect(await screen.findByRole('option', { name: 'Score of the search (run a search)' })).toBeVisible();
  await userEvent.click(await screen.findByRole('option', { name: 'Acres' }));
  const legend = within(await screen.findByRole('region', { name: 'Colors: Acres' }));
  expect(legend.getByText('1 to 5')).toBeVisible();
  expect(legend.getByText('Unknown')).toBeVisible();
  await waitFor(() => expect(featuresOf('coloured-saved').map(({ properties }) => properties?.['colour'] as string)).toHaveLength(3));
  await userEvent.click(legend.getByRole('button', { name: 'End coloring' }));
  expect(screen.queryByRole('region', { name: 'Colors: Acres' })).toBeNull();
  expect(featuresOf('coloured-saved')).toEqual([]);
  // What was closed gives the focus to its tool.
  expect(screen.getByRole('button', { name: 'Layers' })).toHaveFocus();
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'Lists beside the map' })).toHaveFocus();
});

it('is sorted and coloured by the scores of the last search, read only when they are wanted', async () => {
  const runs = [
    { run_id: 'r2', state: 'failed' },
    { run_id: 'r1', state: 'done', criteria: { version: 1, gates: [{ fact: 'highway_m' }], wishes: [{ fact: 'slope_percent' }] } },
  ];
  const record = { saledate: null, zoning: 'M-2' };
  const resultOf = (index: number, score: number) => ({ ll_uuid: idOf(index), score, acres: 1, record, reasons: [], gates: [] });
  let asked = 0;
  server.use(
    http.get('*/api-2/search_runs/r1/results', () => {
      asked += 1;
      return HttpResponse.json({ count: 2, kept: 2, results: [resultOf(3, 91), resultOf(2, 50)] });
    }),
  );
  const drawer = await open(three, [], runs);
  await drawer.findByText('1 Main St');
  expect(asked).toBe(0);
  await userEvent.click(drawer.getByRole('combobox', { name: 'Sort by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Score' }));
  await waitFor(() => expect(names()).toEqual(['3 Main St', '2 Main St', '1 Main St']));
  expect(drawer.getByText('Score 91')).toBeVisible();
  await userEvent.click(drawer.getByRole('combobox', { name: 'Color by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Score of the search' }));
  const legend = within(await screen.findByRole('region', { name: 'Colors: Score of the search' }));
  expect(legend.getByText('85 and more')).toBeVisible();
  const colours = () => featuresOf('coloured-saved').map(({ properties }) => properties?.['colour'] as string);
  // By marker: unknown, 50, 91.
  await waitFor(() => expect(new Set(colours()).size).toBe(3));
  // What neither the record nor the search has cannot be chosen, and says why.
  await userEvent.click(drawer.getByRole('combobox', { name: 'Color by' }));
  for (const has of ['Slope', 'Distance to a highway']) expect(await screen.findByRole('option', { name: has })).toBeVisible();
  const lacking = screen.getByRole('option', { name: 'Distance to a railway (run a search with this wish)' });
  await userEvent.click(lacking);
  expect(screen.queryByRole('region', { name: /Distance to a railway/ })).toBeNull();
  expect(lacking).toBeVisible();
  // What the project's record does not say is from the search.
  await userEvent.click(await screen.findByRole('option', { name: 'Zoning' }));
  expect(within(await screen.findByRole('region', { name: 'Colors: Zoning' })).getByText('M-2')).toBeVisible();
  expect(asked).toBe(1);
});

it('is sorted and coloured by the stages of the deals', async () => {
  const stage = (name: string, index: number) => ({ stage_id: idOf(index), name, kind: 'open' as const, ll_uuids: [idOf(index)] });
  answer('get', '*/property_api/deals/by_stage', { stages: [stage('Found', 3), stage('LOI out', 1)] });
  const drawer = await open(three);
  await userEvent.click(await drawer.findByRole('combobox', { name: 'Sort by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Stage' }));
  await waitFor(() => expect(names()).toEqual(['3 Main St', '1 Main St', '2 Main St']));
  expect(drawer.getByRole('button', { name: /1 Main St/ })).toHaveTextContent('LOI out');
  await userEvent.click(drawer.getByRole('combobox', { name: 'Color by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Stage' }));
  const legend = within(await screen.findByRole('region', { name: 'Colors: Stage' }));
  for (const label of ['Found', 'LOI out', 'No stage']) expect(legend.getByText(label)).toBeVisible();
  await waitFor(() => expect(new Set(featuresOf('coloured-saved').map(({ properties }) => properties?.['colour'] as string)).size).toBe(3));
});

it('renders only the rows in view of a long list', async () => {
  simulateLayout(52);
  const many = Array.from({ length: 2000 }, (_, index) => parcelOf(index + 1, 1, -95.37, 29.76));
  const drawer = await open(many);
  await drawer.findByText('1 Main St');
  expect(drawer.getByText('2,000 parcels')).toBeVisible();
  expect(names().length).toBeLessThan(60);
});
