import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Feature } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import { clickMap, featureStates, featuresOf, layTiles, moveMap, pointAtMap, zoomTo } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { tell } from '../../../testing/stream';
import { MapScreen } from '../test/loaded-map-screen';
import { unknownLand } from '../test/unknown-land';
import { featureId } from './tiles';

const project = '00000000-0000-7000-8000-00000000000a';
const middle = { lat: 29.7604, lon: -95.3698 };
const ids = ['11111111-0000-5000-8000-000000000001', '11111111-0000-5000-8000-000000000002'] as const;

/** A square of 40 pixels around a point that is `right` hundred pixels from the middle. */
const squareAt = (right: number) => {
  const [lon, lat, half] = [middle.lon + right / 1000, middle.lat, 0.0002];
  const ring = [
    [lon - half, lat - half],
    [lon + half, lat - half],
    [lon + half, lat + half],
    [lon - half, lat + half],
    [lon - half, lat - half],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
};

const facts = {
  county_fips: '48201',
  parcelnumb: '001',
  address: '901 Preston St',
  scity: 'Houston',
  state2: 'TX',
  szip: '77002',
  owner: 'Bayou Trust',
  mailing_address: 'PO Box 12, Houston, TX 77002',
  saledate: '2021-03-04',
  saleprice: 310_000,
  ll_gisacre: 0.5,
  usedesc: 'WAREHOUSE',
  zoning: null,
  flood_zone: 'AE',
  year_built: 1987,
  parval: 400_000,
  landval: 150_000,
  improvval: 250_000,
  sqft: 12_000,
  source: 'Test County',
  source_licence: 'CC0',
  fetched_at: '2026-11-21T15:30:00Z',
  source_date: null,
  flood: {
    in_flood_zone: true,
    zone: 'AE',
    class: null,
    from: 'county',
    source: 'Test County',
    source_licence: 'CC0',
    source_date: null,
    fetched_at: '2026-11-21T15:30:00Z',
    is_sample: false,
  } as Record<string, unknown>,
  land: unknownLand,
  is_sample: false,
  retired_at: null,
  retired_file_date: null,
  unit_count: 0,
  units: [] as object[],
};

const records = ids.map((ll_uuid, index) => ({
  ...facts,
  ll_uuid,
  parcelnumb: `00${index + 1}`,
  address: index === 0 ? facts.address : '15 Main St',
  lon: middle.lon + index / 1000,
  lat: middle.lat,
  geometry: squareAt(index),
}));

const tileOf = ({ ll_uuid, parcelnumb, address, ll_gisacre, usedesc, source, geometry }: (typeof records)[number]): Feature => ({
  type: 'Feature',
  id: featureId(ll_uuid),
  properties: { ll_uuid, parcelnumb, address, ll_gisacre, usedesc, source },
  geometry,
});

const panel = () => screen.findByRole('region', { name: 'Inspected parcel' });
const number = async () => within(await panel()).findByTestId('inspected-number');

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
  answer('get', '*/api-2/growth_runs', { runs: [] });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api/parcel_status', { projects: [], discards: [] });
  for (const record of records) answer('get', `*/api-2/parcels/${record.ll_uuid}`, record);
  renderScreen(<MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
  await screen.findByTestId('map');
  layTiles(records.map(tileOf));
});

const inspectFirst = async () => {
  clickMap(middle.lon, middle.lat);
  expect(await number()).toHaveTextContent('001');
};

describe('a click on a parcel', () => {
  it('opens its panel with what is known, says what is not, and draws its outline', async () => {
    await inspectFirst();
    const shown = within(await panel());
    expect(shown.getByRole('heading', { name: '901 Preston St' })).toBeVisible();
    for (const text of ['0.5 acres', 'Warehouse', '1987', '12,000 sq ft', '$400,000', '$800,000', 'Bayou Trust', '$310,000']) {
      expect(shown.getByText(text)).toBeVisible();
    }
    expect(shown.getByText('Zoning').nextSibling).toHaveTextContent('N/A');
    expect(shown.getByText('Source: Test County, Nov 21, 2026, CC0')).toBeVisible();
    expect(shown.getByRole('region', { name: 'Terrain and access' })).toHaveTextContent('No layer of slopes is loaded here.');
    await waitFor(() => expect(featuresOf('selected-parcel').map(({ geometry }) => geometry)).toEqual([squareAt(0)]));
  });

  it('has the value per acre of the land that it shares, and says so', async () => {
    const shared_land = { parcels: 12, total_value: 6_000_000, land_value: null, acres: 2 };
    answer('get', `*/api-2/parcels/${ids[0]}`, { ...records[0], shared_land });
    await inspectFirst();
    const value = within(within(await panel()).getByRole('region', { name: 'Value' }));
    expect(value.getByText('Per acre').nextSibling).toHaveTextContent('$3,000,000');
    expect(value.getByText(/^12 parcels share this land/)).toBeVisible();
  });

  it('has the flood zone of the layer with its source, whatever the county recorded', async () => {
    const flood = { ...facts.flood, zone: 'AE', class: 'floodway', from: 'layer', source: 'FEMA NFHL', source_date: '2026-01-31' };
    answer('get', `*/api-2/parcels/${ids[0]}`, { ...records[0], flood_zone: 'X', flood });
    await inspectFirst();
    const shown = within(await panel());
    const zone = shown.getByText('Flood zone').nextSibling;
    expect(zone).toHaveTextContent(/^Floodway, to be kept clear\s*AE$/);
    expect(shown.getByText('Source of flood zone: FEMA NFHL, data of Jan 31, 2026, read Nov 21, 2026, CC0')).toBeVisible();
  });

  it('shows the parcels of a site, each of which leads to its panel, and what is not known of all', async () => {
    const member = (index: number, retired_at: string | null) => {
      const { ll_uuid, parcelnumb, address, ll_gisacre } = records[index] as (typeof records)[number];
      return { ll_uuid, parcelnumb, address, ll_gisacre, retired_at, retired_file_date: null };
    };
    const known = { ll_gisacre: 2, parval: 1, landval: 0, improvval: 2, sqft: 2, building_count: 2, owner: 2, flood_zone: 2 };
    const members = [member(0, null), member(1, '2026-11-20T10:00:00Z')];
    const site = { name: 'Preston Corner', parcels: 2, members, missing: [], known };
    answer('get', `*/api-2/parcels/${ids[0]}`, {
      ...records[0],
      parcelnumb: '001 +1',
      parval: null,
      retired_at: '2026-11-20T10:00:00Z',
      site,
    });
    answer('get', `*/api-2/sites/${ids[0]}`, { site_id: ids[0], parcel: null, land: null });
    clickMap(middle.lon, middle.lat);
    expect(await number()).toHaveTextContent('001 +1');
    const shown = within(await panel());
    expect(shown.getByRole('heading', { name: 'Site of 2 parcels: Preston Corner' })).toBeVisible();
    expect(shown.getByText("Retired, no longer in the county's file: 002")).toBeVisible();
    expect(shown.getByText('Total value is known of 1 of 2 parcels.')).toBeVisible();
    expect(shown.getByText('15 Main St · Retired')).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Everything this owner has' })).toBeNull();
    expect(await shown.findByText('Its owners are not told apart while a parcel of it is retired or missing.')).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Inspect 002' }));
    await waitFor(async () => expect(await number()).toHaveTextContent('002'));
  });

  it('says where else the firm has it', async () => {
    answer('get', '*/api/parcel_status', {
      projects: [{ project_id: 'x', project_name: 'East Houston', marker_id: 4, added_at: '2026-05-04T10:00:00Z', added_by: 'Ana Diaz' }],
      discards: [],
    });
    await inspectFirst();
    expect(await screen.findByText('In East Houston, added by Ana Diaz.')).toBeVisible();
  });

  it('says that what it was discarded for has changed', async () => {
    const discard = {
      project_id: project,
      project_name: 'P',
      reason: 'flood',
      note: null,
      discarded_by: 'Ana Diaz',
      discarded_at: '2026-05-04T10:00:00Z',
    };
    const changed = { field: 'flood_zone', was: 'X', now: 'AE' };
    answer('get', '*/api/parcel_status', {
      projects: [],
      discards: [discard, { ...discard, project_id: 'x', project_name: 'East Houston' }],
    });
    answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [{ ll_uuid: ids[0], field: 'flood_zone', was: 'X' }] });
    answer('get', '*/api/project_parcels', {
      parcels: [],
      discarded: [{ ll_uuid: ids[0], reason: 'flood', note: null, facts: records[0], changed }],
    });
    tell('marker.removed');
    await inspectFirst();
    expect(await screen.findByText('For review: flood zone was X, now AE.')).toBeVisible();
    const undone = answer('post', '*/api/undo_discard', { restored: 1 });
    const kept = answer('post', '*/api/discard_parcels', { discarded: 1, in_project: 0, not_found: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Keep Discarded' }));
    await waitFor(() => expect(kept).toEqual([{ project_id: project, ll_uuids: [ids[0]], reason: 'flood', note: '' }]));
    await userEvent.click(screen.getByRole('button', { name: 'Undo Discard' }));
    await waitFor(() => expect(undone).toEqual([{ project_id: project, ll_uuids: [ids[0]] }]));
  });

  it('does nothing further out, where nobody sees which one is meant', () => {
    zoomTo(14);
    clickMap(middle.lon, middle.lat);
    expect(screen.queryByRole('region', { name: 'Inspected parcel' })).toBeNull();
  });

  it('on land without a number says its kind, and leads to the parcel beside it', async () => {
    const feature = {
      kind: 'road',
      label: 'Road, no parcel number',
      description: 'MAIN ST',
      source: 'T',
      source_licence: null,
      fetched_at: facts.fetched_at,
    };
    const found = { ...facts, ll_uuid: ids[1] };
    answer('post', '*/api-2/process_coords', { status: 'found', data: found, distance_m: 9, feature });
    clickMap(middle.lon - 0.001, middle.lat);
    const shown = within(await panel());
    expect(await shown.findByRole('heading', { name: 'Road, no parcel number' })).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Show the Nearest Parcel' }));
    expect(await number()).toHaveTextContent('002');
  });

  it('where nothing is known says so, and where the lookup fails reports that', async () => {
    answer('post', '*/api-2/process_coords', { status: 'not_found', data: null });
    clickMap(middle.lon - 0.001, middle.lat);
    expect(await screen.findByText('No data found for this location.')).toBeVisible();
    answer('post', '*/api-2/process_coords', { code: 'lookup.unavailable', error: 'Parcel lookup is unavailable.' }, 503);
    clickMap(middle.lon - 0.001, middle.lat);
    expect(await screen.findByText('Parcel lookup is unavailable.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Inspected parcel' })).toBeNull();
  });

  it('on several stacked parcels offers each', async () => {
    const [first, second] = records;
    layTiles([first, second && { ...second, geometry: squareAt(0) }].flatMap((each) => (each ? [tileOf(each)] : [])));
    await inspectFirst();
    await userEvent.click(screen.getByRole('combobox', { name: '2 parcels at this location' }));
    await userEvent.click(await screen.findByRole('option', { name: '002 · 0.5 acres' }));
    expect(await number()).toHaveTextContent('002');
  });
});

it('leads to what adjoins the parcel', async () => {
  const selection = '00000000-0000-7000-8000-00000000000b';
  const summary = { selection_id: selection, count: 0, acres: 0, without_acres: 0, total_value: 0, without_value: 0 };
  const more = { owners: 0, without_owner: 0, in_project: 0, discarded: 0, truncated: false };
  const lines = { not_found: [], ambiguous: [], ambiguous_counties: [], respelled: [] };
  const asked = answer('post', '*/api-2/parcel_selections', { ...summary, ...more, ...lines }, 201);
  answer('get', `*/api-2/parcel_selections/${selection}`, { count: 0, parcels: [] });
  await inspectFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Select Adjoining' }));
  expect(within(await screen.findByRole('region', { name: 'Selection' })).getByRole('heading')).toHaveTextContent('parcels');
  await waitFor(() => expect(asked).toEqual([{ adjoining_to: [ids[0]], project_id: project }]));
  expect(screen.queryByRole('region', { name: 'Inspected parcel' })).toBeNull();
});

describe('the keys of the panel', () => {
  it('go to the neighbour, and back', async () => {
    await inspectFirst();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByRole('heading', { name: '15 Main St' })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('heading', { name: '901 Preston St' })).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    expect(await screen.findByText('No parcel in view in that direction.')).toBeVisible();
    expect(screen.getByRole('heading', { name: '901 Preston St' })).toBeVisible();
  });

  it('A adds, which can be undone', async () => {
    await inspectFirst();
    const geojson = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [middle.lon, middle.lat] },
      properties: { ...facts, ll_uuid: ids[0] },
    };
    const added = answer('post', '*/api/add_marker', { id: 8, geojson, already_added: false });
    const removed = answer('post', '*/api/remove_marker', {});
    answer('post', '*/api/fetch_save_image', { image_path: null, message: '' });
    answer('post', '*/api/call_webhook', {});
    answer('get', '*/api/get_parcel_polygon', { ...records[0] });
    await userEvent.keyboard('a');
    expect(await screen.findByText('Parcel 001 was added to the project.')).toBeVisible();
    expect(added).toMatchObject([
      { project_id: project, geojson: { geometry: { coordinates: [middle.lon, middle.lat] }, properties: { ll_uuid: ids[0] } } },
    ]);
    // The outline stays with the service that has it.
    expect(JSON.stringify(added)).not.toContain('Polygon');
    expect(await screen.findByText('In this project.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go to Property' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(removed).toEqual([{ marker_id: 8 }]));
  });

  it('D asks for the reason and discards, which can be undone', async () => {
    await inspectFirst();
    const discarded = answer('post', '*/api/discard_parcels', { discarded: 1, in_project: 0, not_found: [] });
    const undone = answer('post', '*/api/undo_discard', { restored: 1 });
    await userEvent.keyboard('d');
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard Parcel' }));
    await waitFor(() => expect(dialog.getAllByRole('radio')[0]).toHaveFocus());
    await userEvent.click(dialog.getByLabelText('Flood'));
    // Letters typed into the note are no keys of the panel.
    await userEvent.type(dialog.getByRole('textbox'), 'a bayou');
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Parcel 001 was discarded.')).toBeVisible();
    expect(discarded).toEqual([{ project_id: project, ll_uuids: [ids[0]], reason: 'flood', note: 'a bayou' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ project_id: project, ll_uuids: [ids[0]] }]));
  });

  it('do nothing while a field has the focus', async () => {
    await inspectFirst();
    answer('get', '*/api-2/places', { places: [] });
    await userEvent.type(screen.getByLabelText('Search for a place'), 'dad');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: '901 Preston St' })).toBeVisible();
  });

  it('Esc closes the panel, and the focus returns', async () => {
    const tool = screen.getByRole('button', { name: 'Inspect the middle' });
    tool.focus();
    await userEvent.keyboard('{Enter}');
    expect(await number()).toHaveTextContent('001');
    await waitFor(async () => expect(await panel()).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Inspected parcel' })).toBeNull();
    expect(tool).toHaveFocus();
    expect(featuresOf('selected-parcel')).toEqual([]);
  });
});

describe('the parcel under the pointer', () => {
  it('is marked, and told of in one line', async () => {
    pointAtMap(middle.lon, middle.lat);
    expect(await screen.findByText('001 · 901 Preston St · 0.5 acres · WAREHOUSE · from Test County')).toHaveRole('tooltip');
    expect([...featureStates]).toEqual([[featureId(ids[0]), { hovered: true }]]);
    pointAtMap(middle.lon - 0.001, middle.lat);
    await waitFor(() => expect(screen.queryByText(/^001 · /)).toBeNull());
    await waitFor(() => expect([...featureStates]).toEqual([]));
  });

  it('is another one when the map moves', async () => {
    pointAtMap(middle.lon, middle.lat);
    expect(await screen.findByText(/^001 · /)).toHaveRole('tooltip');
    moveMap();
    expect(screen.queryByText(/^001 · /)).toBeNull();
    expect([...featureStates]).toEqual([]);
  });

  it('is not marked while a marker is drawn', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Draw marker' }));
    pointAtMap(middle.lon, middle.lat);
    expect(screen.queryByText(/^001 · /)).toBeNull();
    expect([...featureStates]).toEqual([]);
  });
});
