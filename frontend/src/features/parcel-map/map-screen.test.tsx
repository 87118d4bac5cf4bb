import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { attributionOf, clickMap, failTiles, featuresOf, lastMove, layerFilter, shownStyle, zoomTo } from '../../testing/fake-map';
import { expansionZoom, layClusters } from '../../testing/fake-map-clusters';
import { sources } from '../../testing/fake-map-layers';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { MapScreen } from './test/loaded-map-screen';
import { unknownLand } from './test/unknown-land';

const project = '00000000-0000-7000-8000-00000000000a';
const houston = { lat: 29.7604, lon: -95.3698 };
const rightOfWay = {
  kind: 'right_of_way',
  label: 'Right of way, no parcel number',
  description: 'MAIN ST',
  source: 'Test County',
  source_licence: 'CC0',
  fetched_at: '2026-11-21T12:00:00Z',
};

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
  county_fips: '48201',
  ll_gisacre: 0.43,
  usedesc: null,
  zoning: null,
  source: 'Test County',
  source_licence: 'CC0',
  fetched_at: '2026-11-21T15:30:00Z',
  is_sample: false,
};
const outline = {
  type: 'Polygon',
  coordinates: [
    [
      [-95.37, 29.76],
      [-95.369, 29.76],
      [-95.369, 29.761],
      [-95.37, 29.76],
    ],
  ],
};

function marker(id: number, properties: object = parcel) {
  return { id, geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [houston.lon, houston.lat] }, properties } };
}

async function openMap(markers: readonly { readonly id: number }[] = [], submarket: number | null = null) {
  answer('get', '*/api-2/map_config', {
    basemap: picture,
    streetmap: picture,
    archives: ['/basemap/country.pmtiles', '/basemap/city.pmtiles'],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  });
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', submarket_id: submarket } });
  answer('get', '*/api/get_markers', { markers: [...markers] });
  answer('get', '*/api-2/growth_runs', { runs: [] });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api/parcel_status', { projects: [], discards: [] });
  const outlines = markers.map(({ id }) => ({ ...parcel, marker_id: id, geometry: outline }));
  const asked = answer('get', '*/api/get_parcel_outlines', { outlines, newest_marker_id: outlines.at(-1)?.marker_id ?? null });
  answer('get', '*/api-2/parcels/*', { ...parcel, geometry: outline });
  answer('post', '*/api/fetch_save_image', { image_path: null, message: 'No image available' });
  answer('post', '*/api/call_webhook', {});
  renderScreen(<MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
  await screen.findByTestId('map');
  return asked;
}

async function lookUpInTheMiddle(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Draw marker' }));
  clickMap(houston.lon, houston.lat);
}

const selected = () => featuresOf('selected-parcel').map(({ geometry }) => geometry);

describe('the middle of the view', () => {
  it('is where the map looks, also before it was moved', async () => {
    const looked = answer('post', '*/api-2/process_coords', { status: 'not_found', data: null });
    const searched = answer('get', '*/api-2/places', { places: [] });
    await openMap();
    const draw = screen.getByRole('button', { name: 'Draw marker' });
    draw.focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(looked).toEqual([houston]));
    // The popup takes the focus when it opens.
    expect(await screen.findByText('No data found for this location.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Search for a place'), 'main');
    await waitFor(() => expect(searched).toEqual(['?q=main&lat=29.7604&lon=-95.3698&limit=8']));
  });
});

describe('drawing a marker', () => {
  it('ends with Esc, on its button and anywhere else', async () => {
    await openMap();
    const draw = screen.getByRole('button', { name: 'Draw marker' });
    for (const focused of [true, false]) {
      await userEvent.click(draw);
      expect(draw).toHaveAttribute('aria-pressed', 'true');
      if (!focused) act(() => draw.blur());
      await userEvent.keyboard('{Escape}');
      expect(draw).toHaveAttribute('aria-pressed', 'false');
    }
    // It does not begin with Esc.
    await userEvent.keyboard('{Escape}');
    expect(draw).toHaveAttribute('aria-pressed', 'false');
  });
});

describe("the project's submarket", () => {
  async function openWith(source: object): Promise<void> {
    answer('get', '*/api/get_submarket_polygon', { geometry: outline });
    answer('get', '*/api/get_submarket_source', source);
    await openMap([], 7);
    await waitFor(() => expect(featuresOf('submarket')).toHaveLength(1));
  }

  it('is drawn with its publisher and licence', async () => {
    await openWith({ source: 'County <GIS>', source_licence: 'CC BY 4.0' });
    expect(attributionOf('submarket')).toBe('Submarket: County &lt;GIS&gt;, CC BY 4.0');
    expect(screen.getByText('Submarket')).toBeVisible();
  });

  it('names nobody if it is built in', async () => {
    await openWith({ source: null, source_licence: null });
    expect(attributionOf('submarket')).toBe('');
  });
});

describe('the places that a search finds', () => {
  const place = (kind: string, label: string, bbox: readonly number[] | null = null) => ({
    kind,
    label,
    bbox,
    ...houston,
    ll_uuid: null,
    acres: null,
  });
  const box = [-95.75, 29.55, -95.15, 29.91];
  const from = { source: 'Test County', source_licence: 'CC0', source_date: null, fetched_at: '2026-11-21T12:00:00Z' };

  async function choose(name: RegExp): Promise<void> {
    const search = screen.getByLabelText('Search for a place');
    await userEvent.clear(search);
    await userEvent.type(search, 'houston');
    const option = await screen.findByRole('option', { name });
    expect(screen.getByText('Source: Test County, Nov 21, 2026, CC0')).toBeInTheDocument();
    await userEvent.click(option);
  }

  it('have their kind in words and the source of parcels, and the map fits an area', async () => {
    const places = [
      place('city', 'Houston, TX', box),
      place('county', 'Houston, TX', box),
      place('market', 'Houston-Pasadena, TX', box),
      place('submarket', 'North, Houston', box),
      { ...place('parcel', '1 Houston Ave, TX · 7', box), acres: 0.5, ll_uuid: parcel.ll_uuid, from },
      place('place', 'Houston Bush', box),
    ];
    answer('get', '*/api-2/places', { places });
    await openMap();
    for (const area of [/^Houston, TX ?City$/, /^Houston, TX ?County$/, /^Houston-Pasadena, TX ?Market$/, /^North, Houston ?Submarket$/]) {
      await choose(area);
      expect(lastMove()).toEqual({ bounds: box, maxZoom: 17 });
    }
    for (const point of [/^1 Houston Ave, TX · 7 ?Parcel · 0.5 acres$/, /^Houston Bush ?Place$/]) {
      await choose(point);
      expect(lastMove()).toEqual({ center: [houston.lon, houston.lat], zoom: 17 });
    }
  });
});

describe('coordinates in the search', () => {
  it('are a place, for which nobody is asked', async () => {
    const asked = answer('get', '*/api-2/places', { places: [] });
    await openMap();
    await userEvent.type(screen.getByLabelText('Search for a place'), '30.1, -95.5');
    await userEvent.click(await screen.findByRole('option', { name: /^30\.10000° N, 95\.50000° W ?Coordinates$/ }));
    expect(lastMove()).toEqual({ center: [-95.5, 30.1], zoom: 17 });
    expect(asked).toEqual([]);
  });
});

describe('the outlines of saved parcels', () => {
  it('come with one call, and only what is added later is asked for by itself', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    answer('post', '*/api/add_marker', { ...marker(8), already_added: false });
    const single = answer('get', '*/api/get_parcel_polygon', { ...parcel, geometry: outline });
    const other = { ...parcel, parcelnumb: '2', ll_uuid: '22222222-0000-5000-8000-000000000002' };
    const together = await openMap([marker(6, other), marker(7, { ...other, parcelnumb: '3', ll_uuid: null })]);
    await lookUpInTheMiddle();
    await userEvent.click(await screen.findByRole('button', { name: 'Add to Project' }));
    const details = await screen.findByRole('dialog', { name: 'Parcel Details' });
    await waitFor(() => expect(details).toHaveTextContent('0.43 acres'));
    expect(together).toHaveLength(1);
    expect(single).toEqual([`?parcelnumb=${parcel.parcelnumb}&project_id=${project}&ll_uuid=${parcel.ll_uuid}`]);
  });
});

describe('the parcel that is spoken of', () => {
  it('is described with its area and state, and its outline is marked', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    await openMap();
    await lookUpInTheMiddle();
    const review = await screen.findByRole('dialog', { name: 'Parcel Review' });
    expect(review).toHaveTextContent('Houston, TX 77002');
    expect(review).toHaveTextContent('0.43 acres');
    expect(review).toHaveTextContent('Source: Test County, Nov 21, 2026, CC0');
    await waitFor(() => expect(selected()).toEqual([outline]));
    expect(review).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(selected()).toEqual([]);
  });

  it('leaves the focus to a person who types meanwhile', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    answer('get', '*/api-2/places', { places: [] });
    await openMap();
    await userEvent.click(screen.getByRole('button', { name: 'Draw marker' }));
    const search = screen.getByLabelText('Search for a place');
    search.focus();
    clickMap(houston.lon, houston.lat);
    expect(await screen.findByRole('dialog', { name: 'Parcel Review' })).toBeVisible();
    expect(search).toHaveFocus();
    await userEvent.keyboard('a');
    expect(search).toHaveValue('a');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(search).not.toHaveFocus();
  });

  it('is the nearest one of a point in the street, and says how far away', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel, distance_m: 11.9 });
    await openMap();
    await lookUpInTheMiddle();
    const review = await screen.findByRole('dialog', { name: 'Parcel Review' });
    expect(review).toHaveTextContent('No parcel at this point. This one is 39 ft away.');
  });

  it('is the nearest one of a point on a right of way, which is named', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel, distance_m: 11.9, feature: rightOfWay });
    await openMap();
    await lookUpInTheMiddle();
    const review = await screen.findByRole('dialog', { name: 'Parcel Review' });
    expect(review).toHaveTextContent('Right of way, no parcel number. This one is 39 ft away.');
  });

  it('is not offered again when the project has it', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    // Added before sources were kept: the record's.
    await openMap([marker(7, { ...parcel, source: null, source_licence: null, fetched_at: null })]);
    await lookUpInTheMiddle();
    const details = await screen.findByRole('dialog', { name: 'Parcel Details' });
    expect(screen.queryByText('Add to Project')).not.toBeInTheDocument();
    await waitFor(() => expect(details).toHaveTextContent('0.43 acres'));
    expect(details).toHaveTextContent('Source: Test County, Nov 21, 2026, CC0');
  });

  it('keeps the source that its facts were saved from, whatever is known of it now', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    await openMap([marker(7, { ...parcel, source: 'Regrid', source_licence: 'licensed', fetched_at: '2026-03-02T15:30:00Z' })]);
    await lookUpInTheMiddle();
    const details = await screen.findByRole('dialog', { name: 'Parcel Details' });
    await waitFor(() => expect(details).toHaveTextContent('0.43 acres'));
    expect(details).toHaveTextContent('Source: Regrid, Mar 2, 2026, licensed');
    expect(details).not.toHaveTextContent('Test County');
  });

  it('renews its copies when their terms have ended', async () => {
    answer('post', '*/api-2/process_coords', { status: 'scraped', data: parcel });
    const added = answer('post', '*/api/add_marker', { ...marker(7), already_added: true });
    await openMap([marker(7, { ...parcel, source: 'Regrid', owner: null, keep_until: '2020-01-31T15:30:00Z' })]);
    await lookUpInTheMiddle();
    expect(await screen.findByRole('dialog', { name: 'Parcel Details' })).toHaveTextContent(parcel.owner);
    expect(added).toHaveLength(1);
  });

  it('may be another of those stacked on the same spot', async () => {
    const other = { ...parcel, parcelnumb: '0010020000014', ll_uuid: '11111111-0000-5000-8000-000000000002', ll_gisacre: null };
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel, candidates: [parcel, other] });
    await openMap([marker(7)]);
    await lookUpInTheMiddle();
    expect(await screen.findByText('This parcel is already in the project.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('combobox', { name: '2 parcels at this location' }));
    const label = '0010020000014 · 901 Preston St · acres unknown · Bayou Trust';
    expect(await screen.findByRole('option', { name: label })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('option', { name: '0010020000013 · 901 Preston St · 0.43 acres · Bayou Trust' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show Details' }));
    expect(await screen.findByRole('dialog', { name: 'Parcel Details' })).toBeInTheDocument();
  });

  it('was added by somebody else in the meantime: the server says so', async () => {
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    answer('post', '*/api/add_marker', { ...marker(9), already_added: true });
    answer('get', '*/api/get_parcel_polygon', { ...parcel, geometry: outline });
    await openMap();
    const pictures = answer('post', '*/api/fetch_save_image', { image_path: null, message: '' });
    await lookUpInTheMiddle();
    await userEvent.click(await screen.findByRole('button', { name: 'Add to Project' }));
    expect(await screen.findByText('This parcel is already in the project.')).toBeInTheDocument();
    expect(await screen.findByRole('dialog', { name: 'Parcel Details' })).toBeInTheDocument();
    expect(pictures).toEqual([]);
  });
});

describe('saved parcels seen from far', () => {
  it('are clusters with their number, and a click on one goes where it falls apart', async () => {
    await openMap([marker(7), marker(8, { ...parcel, ll_uuid: '11111111-0000-5000-8000-000000000002' })]);
    await waitFor(() => expect(featuresOf('saved')).toHaveLength(2));
    // Up to the zoom of outlines.
    expect(sources.get('saved')).toMatchObject({ cluster: true, clusterMaxZoom: 14 });
    expect(layerFilter('saved-clusters')).toEqual(['has', 'point_count']);
    expect(layerFilter('saved-cluster-counts')).toEqual(['has', 'point_count']);
    expect(layerFilter('saved-markers')).toEqual(['!', ['has', 'point_count']]);
    zoomTo(9);
    layClusters([houston.lon, houston.lat]);
    clickMap(houston.lon, houston.lat);
    await waitFor(() => expect(lastMove()).toEqual({ center: [houston.lon, houston.lat], zoom: expansionZoom }));
    expect(screen.queryByRole('dialog', { name: 'Parcel Details' })).toBeNull();
  });
});

describe('imagery that does not load', () => {
  it('is said once, and the street map is offered and remembered', async () => {
    await openMap();
    expect(screen.getByRole('radio', { name: 'Satellite' })).toBeChecked();
    failTiles('imagery-satellite');
    expect(screen.getByText('Satellite imagery is unavailable.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    failTiles('imagery-satellite');
    expect(screen.queryByText('Satellite imagery is unavailable.')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Streets' }));
    expect(screen.getByRole('radio', { name: 'Streets' })).toBeChecked();
    expect(localStorage.getItem('map_base')).toBe('"map"');
    // What was still being loaded for the other map.
    failTiles('imagery-satellite');
    expect(screen.queryByText(/The street map is unavailable/)).not.toBeInTheDocument();
    failTiles('streets-1');
    expect(screen.getByText(/The street map is unavailable/)).toBeInTheDocument();
  });

  it('is replaced by the street map with one click', async () => {
    await openMap();
    failTiles('imagery-satellite');
    await userEvent.click(screen.getByRole('button', { name: 'Show Streets' }));
    expect(screen.getByRole('radio', { name: 'Streets' })).toBeChecked();
    expect(screen.queryByText('Satellite imagery is unavailable.')).not.toBeInTheDocument();
  });
});

describe('a parcel under review', () => {
  it('shows where else the firm has it, and undoes its discard', async () => {
    await openMap();
    answer('post', '*/api-2/process_coords', { status: 'found', data: parcel });
    answer('get', '*/api/parcel_status', {
      projects: [
        { project_id: 'other', project_name: 'East Houston', marker_id: 4, added_at: '2026-05-04T10:00:00Z', added_by: 'Ana Diaz' },
      ],
      discards: [
        {
          project_id: project,
          project_name: 'P',
          reason: 'flood',
          note: 'Bayou',
          discarded_at: '2026-05-04T10:00:00Z',
          discarded_by: 'Ana Diaz',
        },
      ],
    });
    const undone = answer('post', '*/api/undo_discard', { restored: 1 });
    await lookUpInTheMiddle();
    expect(await screen.findByText('In East Houston, added by Ana Diaz.')).toBeVisible();
    expect(screen.getByText('Discarded by Ana Diaz on May 4, 2026: Flood. Bayou')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo Discard' }));
    await waitFor(() => expect(undone).toEqual([{ project_id: project, ll_uuids: [parcel.ll_uuid] }]));
  });
});

describe('streets and names that do not load', () => {
  it('are said to be missing on either base map, imagery first', async () => {
    await openMap();
    failTiles('streets-0');
    expect(screen.getByText('Roads and names are unavailable.')).toBeInTheDocument();
    failTiles('imagery-satellite');
    expect(screen.getByText('Satellite imagery is unavailable.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Streets' }));
    expect(screen.getByText('The street map is unavailable. Borders and parcels are still shown.')).toBeInTheDocument();
  });
});

describe('the list of layers', () => {
  const ids = () => shownStyle().layers.map(({ id }) => id);

  it('hides and fades layers, and remembers it for this person', async () => {
    sessionStorage.setItem('user_id', 'u1');
    await openMap([marker(7)]);
    expect(ids()).toContain('parcel-outline');
    expect(featuresOf('saved')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Layers' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Parcels' }));
    expect(ids()).not.toContain('parcel-outline');
    await userEvent.click(screen.getByRole('checkbox', { name: 'In the project' }));
    expect(featuresOf('saved')).toHaveLength(0);
    // The map has neither a submarket nor the overlay; flood zones wait until they are asked for.
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    expect(screen.getByRole('checkbox', { name: 'Flood zones' })).not.toBeChecked();
    expect(screen.queryByRole('list', { name: 'Legend' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Parcels' }));
    (await screen.findByRole('slider', { name: 'Opacity of Parcels' })).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(JSON.parse(localStorage.getItem('map_layers_u1') ?? '')).toMatchObject({
      parcels: { on: true, opacity: 0.9 },
      saved: { on: false },
    });
  });
});

describe('the view from afar', () => {
  it('says that parcels are further in, unless they are hidden', async () => {
    await openMap();
    expect(screen.queryByText('Zoom in to see parcels')).not.toBeInTheDocument();
    zoomTo(10.9);
    expect(screen.getByText('Zoom in to see parcels')).toBeInTheDocument();
    zoomTo(11);
    expect(screen.queryByText('Zoom in to see parcels')).not.toBeInTheDocument();
    zoomTo(5);
    await userEvent.click(screen.getByRole('button', { name: 'Layers' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Parcels' }));
    expect(screen.queryByText('Zoom in to see parcels')).not.toBeInTheDocument();
  });
});

describe('measuring', () => {
  it('takes clicks instead of the drawing tool and of markers, until Esc', async () => {
    await openMap([marker(7)]);
    await userEvent.click(screen.getByRole('button', { name: 'Draw marker' }));
    await userEvent.click(screen.getByRole('button', { name: 'Measure' }));
    expect(screen.getByRole('button', { name: 'Draw marker' })).toHaveAttribute('aria-pressed', 'false');
    clickMap(-95.37, 29.76);
    clickMap(-95.36, 29.76);
    expect(await screen.findByTestId('measured-distance')).toHaveTextContent('3,167 ft');
    clickMap(-95.36, 29.77);
    expect(screen.getByTestId('measured-area')).toHaveTextContent(/sq ft, 132.\d+ acres/);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Measurement' })).not.toBeInTheDocument();
    expect(featuresOf('measured')).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is done with the keyboard alone', async () => {
    await openMap();
    screen.getByRole('button', { name: 'Measure' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Add Point' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    clickMap(-95.36, 29.76);
    expect(screen.getByTestId('measured-distance')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.queryByTestId('measured-distance')).not.toBeInTheDocument();
    clickMap(-95.36, 29.76);
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Measure Again' })).toHaveFocus();
    clickMap(-95.3, 29.8);
    expect(featuresOf('measured').filter(({ geometry }) => geometry.type === 'Point')).toHaveLength(2);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Add Point' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Measure' })).toHaveFocus();
  });
});

describe('where the map is', () => {
  it('is said in coordinates of the middle, where nothing points', async () => {
    await openMap();
    expect(await screen.findByTestId('coordinates')).toHaveTextContent('29.76040° N, 95.36980° W');
  });

  it('moves to the person, or says that this is not possible', async () => {
    const ask = vi.fn<Geolocation['getCurrentPosition']>();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { geolocation: { getCurrentPosition: ask } }));
    await openMap();
    await userEvent.click(screen.getByRole('button', { name: 'Find my location' }));
    const [found, lost] = ask.mock.calls[0] ?? [];
    act(() => lost?.({} as never));
    expect(await screen.findByText('Your location is unavailable.')).toBeInTheDocument();
    act(() => found?.({ coords: { latitude: 30, longitude: -97 } } as never));
    expect(lastMove()).toEqual({ center: [-97, 30], zoom: 15 });
    expect(featuresOf('located')).toHaveLength(1);
    vi.unstubAllGlobals();
  });
});
