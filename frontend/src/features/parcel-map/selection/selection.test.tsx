import type { Feature } from 'geojson';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { featuresOf, layerFilter } from '../../../testing/fake-map';
import { layRoads } from '../../../testing/fake-map-roads';
import { renderScreen } from '../../../testing/render-screen';
import { answer, server } from '../../../testing/server';
import { MapScreen } from '../test/loaded-map-screen';

const project = '00000000-0000-7000-8000-00000000000a';
const selection = '00000000-0000-7000-8000-00000000000b';
const batch = '00000000-0000-7000-8000-00000000000c';
const middle = { lon: -95.3698, lat: 29.7604 };
const ids = ['11111111-0000-5000-8000-000000000001', '11111111-0000-5000-8000-000000000002'];
const summary = {
  selection_id: selection,
  count: 3,
  acres: 12.5,
  without_acres: 0,
  total_value: 250_000,
  without_value: 1,
  owners: 2,
  without_owner: 3,
  in_project: 1,
  discarded: 4,
  not_found: [] as string[],
  ambiguous: [] as string[],
  ambiguous_counties: [] as { county_fips: string; name: string; lines: number }[],
  respelled: [] as { given: string; found: string }[],
  truncated: false,
};

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
  answer('get', '*/api-2/parcel_selections/*', { count: 3, parcels: ids.map((ll_uuid) => ({ ll_uuid, lon: -95.3, lat: 29.7 })) });
  renderScreen(<MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
  await screen.findByTestId('map');
});

async function choose(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Select parcels' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

/** A road along the parallel of the map's middle: two pieces of one name, which overlap, and one further north. */
const road = (name: string, from: number, to: number, north = 0): Feature => ({
  type: 'Feature',
  properties: { kind: 'minor_road', name },
  geometry: {
    type: 'LineString',
    coordinates: [
      [middle.lon + from, middle.lat + north],
      [middle.lon + to, middle.lat + north],
    ],
  },
});
const roads = [road('Main St', -0.004, 0.001), road('Main St', 0.0008, 0.005), road('Elm St', -0.004, 0.004, 0.001)];

/** A place of the pad, from the middle of the map, in pixels. */
const onPad = (east: number, north: number) => ({ clientX: 600 + east, clientY: 350 - north, isPrimary: true, pointerType: 'mouse' });

/** Chooses the tool and returns the pad; jsdom has no pointer capture. */
async function followRoad(): Promise<HTMLElement> {
  await choose('Follow a road');
  return Object.assign(await screen.findByTestId('selection-pad'), { setPointerCapture: () => undefined });
}

const panel = () => screen.findByRole('region', { name: 'Selection' });

describe('a selection', () => {
  it('says first what is in it, and of how many parcels a value is unknown', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const shown = within(await panel());
    expect(await shown.findByRole('heading', { name: '3 parcels' })).toBeVisible();
    expect(asked).toEqual([{ bbox: [-95.38, 29.75, -95.36, 29.77], project_id: project }]);
    expect(shown.getByText('12.5 acres')).toBeVisible();
    expect(shown.getByText('$250,000, unknown for 1')).toBeVisible();
    // Nothing is known of the owners: that is not 'two owners'.
    expect(shown.getByText('Unknown')).toBeVisible();
    expect(shown.getByText('Discarded, left out').nextSibling).toHaveTextContent('4');
    await waitFor(() => expect(featuresOf('chosen')).toHaveLength(2));
    expect(layerFilter('chosen-parcels')).toEqual(['match', ['get', 'll_uuid'], ids, true, false]);
    // Its tool has the focus after it. That Esc closes a menu of the panel first, a journey shows: this DOM does not end the menu's transition.
    act(() => shown.getByRole('button', { name: 'Export' }).focus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Select parcels' })).toHaveFocus();
  });

  it.each([
    [2500, 2500, [0, 1000, 2000]],
    [12_000, 10_000, [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]],
  ])('of %i parcels is lit on the map, 10,000 at most', async (count, lit, pages) => {
    answer('post', '*/api-2/parcel_selections', { ...summary, count, in_project: 0 }, 201);
    const asked: number[] = [];
    server.use(
      http.get('*/api-2/parcel_selections/*', ({ request }) => {
        const query = new URL(request.url).searchParams;
        const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
        asked.push(offset);
        const places = Array.from({ length: Math.min(limit, count - offset) }, (_, index) => offset + index);
        return HttpResponse.json({ count, parcels: places.map((place) => ({ ll_uuid: `parcel ${place}`, lon: -95.3, lat: 29.7 })) });
      }),
    );
    await choose('All in view');
    const shown = within(await panel());
    await waitFor(() => expect(featuresOf('chosen')).toHaveLength(lit));
    expect(asked).toEqual(pages);
    expect(shown.queryAllByText('The map shows the first 10,000.')).toHaveLength(lit < count ? 1 : 0);
  });

  it('is counted again with limits', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const shown = within(await panel());
    await userEvent.type(await shown.findByLabelText('Min. acres'), '0.5');
    await userEvent.type(shown.getByLabelText('Land use contains'), 'vacant{Enter}');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ filter: "ll_gisacre >= 0.5 AND CASEI(usedesc) LIKE CASEI('%vacant%')" });
  });

  it('leaves the focus in the limit that was entered, which Esc ends', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const field = await within(await panel()).findByLabelText('Min. acres');
    await userEvent.type(field, '5.{Enter}');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(field).toHaveFocus();
    expect(field).toHaveValue('5');
    // Refused: what was counted before stays.
    answer('post', '*/api-2/parcel_selections', { code: 'selection.too_large', error: 'Too many.' }, 422);
    await userEvent.type(field, '0{Enter}');
    expect(await screen.findByText('Too many.')).toBeVisible();
    await waitFor(() => expect(field).toHaveValue('5'));
    expect(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Select parcels' })).toHaveFocus();
  });

  it('of no parcel knows its sums', async () => {
    const none = { count: 0, acres: 0, total_value: 0, owners: 0, without_value: 0, without_owner: 0, in_project: 0, discarded: 0 };
    answer('post', '*/api-2/parcel_selections', { ...summary, ...none }, 201);
    await choose('All in view');
    const shown = within(await panel());
    expect((await shown.findByText('Area')).nextSibling).toHaveTextContent('0 acres');
    expect(shown.getByText('Appraised value').nextSibling).toHaveTextContent('$0');
    expect(shown.getByText('Owners').nextSibling).toHaveTextContent('0');
    expect(shown.queryByText('Unknown')).toBeNull();
  });

  it('is added as a whole and undone', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    const message = '2 parcels were added to P.';
    const added = answer('post', '*/api/add_markers', { added: 2, already: 1, not_found: [], batch_id: batch, message });
    const undone = answer('post', '*/api/undo_add_markers', { removed: 2, message: '' });
    await choose('All in view');
    await userEvent.click(await screen.findByRole('button', { name: 'Add All 2' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(added).toEqual([{ project_id: project, selection_id: selection }]);
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ batch_id: batch }]));
  });

  it('is discarded with a reason', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    const discarded = answer('post', '*/api/discard_parcels', { discarded: 2, in_project: 0, not_found: [] });
    const undone = answer('post', '*/api/undo_discard', { restored: 2 });
    await choose('All in view');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard 2 Parcels' }));
    await waitFor(() => expect(dialog.getAllByRole('radio')[0]).toHaveFocus());
    const discard = dialog.getByRole('button', { name: 'Discard' });
    expect(discard).toBeDisabled();
    // The note says what 'Other' is.
    await userEvent.click(dialog.getByLabelText('Other'));
    expect(discard).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox'), 'Pipeline');
    await userEvent.click(discard);
    expect(await screen.findByText('2 parcels were discarded.')).toBeVisible();
    expect(discarded).toEqual([{ project_id: project, ll_uuids: ids, reason: 'other', note: 'Pipeline' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ project_id: project, ll_uuids: ids }]));
  });

  it('of pasted lines lists those that were not found', async () => {
    const found = { ...summary, not_found: ['77'], ambiguous: ['12-3'], respelled: [{ given: '1 Main St', found: '1 MAIN STREET' }] };
    const asked = answer('post', '*/api-2/parcel_selections', found, 201);
    await choose('Numbers or addresses…');
    await userEvent.type(await screen.findByLabelText('Parcel numbers or street addresses'), '77{Enter}12-3{Enter}1 Main St');
    await userEvent.click(screen.getByRole('button', { name: 'Find 3 Parcels' }));
    const shown = within(await panel());
    expect(within(await shown.findByRole('list', { name: 'Not found' })).getByText('77')).toBeVisible();
    expect(within(shown.getByRole('list', { name: 'Several parcels match' })).getByText('12-3')).toBeVisible();
    expect(within(shown.getByRole('list', { name: 'Found in another spelling' })).getByText('1 Main St: 1 MAIN STREET')).toBeVisible();
    // They match parcels of one county, so no county is asked for.
    expect(shown.queryByLabelText('County that is meant')).toBeNull();
    expect(asked).toEqual([{ numbers: ['77', '12-3', '1 Main St'], project_id: project }]);
  });

  it('of pasted lines in several counties asks for the county, and keeps the ones that were chosen', async () => {
    const harris = { county_fips: '48201', name: 'Harris, TX (48201)', lines: 2 };
    const wake = { county_fips: '37183', name: 'Wake, NC (37183)', lines: 1 };
    const asked = answer(
      'post',
      '*/api-2/parcel_selections',
      { ...summary, ambiguous: ['1', '2'], ambiguous_counties: [harris, wake] },
      201,
    );
    await choose('Numbers or addresses…');
    await userEvent.type(await screen.findByLabelText('Parcel numbers or street addresses'), '1{Enter}2');
    await userEvent.click(screen.getByRole('button', { name: 'Find 2 Parcels' }));
    const shown = within(await panel());
    const county = () => shown.getByRole('combobox', { name: 'County that is meant' });
    await waitFor(() => expect(county()).toBeEnabled());
    const rest = answer('post', '*/api-2/parcel_selections', { ...summary, ambiguous: ['2'], ambiguous_counties: [wake] }, 201);
    // By keys: arrows choose nothing yet, and Esc closes the list, not the selection.
    county().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Escape}');
    expect(asked).toHaveLength(1);
    await userEvent.click(county());
    await userEvent.click(await screen.findByRole('option', { name: 'Harris, TX (48201): 2' }));
    const numbers = { numbers: ['1', '2'], project_id: project };
    await waitFor(() => expect(rest).toEqual([{ ...numbers, preferred_counties: ['48201'] }]));
    expect(asked).toEqual([numbers]);
    const none = answer('post', '*/api-2/parcel_selections', summary, 201);
    await waitFor(() => expect(county()).toBeEnabled());
    await userEvent.click(county());
    expect(screen.queryByRole('option', { name: 'Harris, TX (48201): 2' })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'Wake, NC (37183): 1' }));
    await waitFor(() => expect(none).toEqual([{ ...numbers, preferred_counties: ['48201', '37183'] }]));
    await waitFor(() => expect(shown.queryByRole('combobox', { name: 'County that is meant' })).toBeNull());
  });

  it('of a file finds what a column names, and is saved as a file', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('From a file…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Select by a File' }));
    const input = document.querySelector('input[type="file"]') as HTMLInputElement;
    await userEvent.upload(input, new File(['x'], 'a.csv'));
    expect(await dialog.findByText('There are no parcel numbers, addresses or shapes in this file.')).toBeVisible();
    await userEvent.upload(input, new File(['Owner,APN\nOak,0012\nElm,13\n'], 'b.csv'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Find 2 Parcels' }));
    await waitFor(() => expect(asked).toEqual([{ numbers: ['0012', '13'], project_id: project }]));
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(new URL(this.href).pathname);
    });
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    click.mockRestore();
    expect(saved).toEqual([`/api-2/parcel_selections/${selection}/export.xlsx`]);
  });

  it('of a file with pins takes the parcels under them, and lists the pins on none', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', { ...summary, not_found: ['29.8, -95.2'] }, 201);
    await choose('From a file…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Select by a File' }));
    const table = 'Site,Lat,Lon\nDock,29.7,-95.3\nYard,29.8,-95.2\nDock again,29.7,-95.3\n';
    await userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, new File([table], 'pins.csv'));
    expect(await dialog.findByRole('radio', { name: 'Under its 2 points' })).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Select Parcels' }));
    const shown = within(await panel());
    expect(within(await shown.findByRole('list', { name: 'On no parcel' })).getByText('29.8, -95.2')).toBeVisible();
    const points = [
      [-95.3, 29.7],
      [-95.2, 29.8],
    ];
    expect(asked).toEqual([{ points, project_id: project }]);
  });

  it('of a file with a route takes the parcels along it, as far as the field says', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('From a file…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Select by a File' }));
    const coordinates = [
      [-95.4, 29.7],
      [-95.3, 29.8],
    ];
    const route = new File([JSON.stringify({ type: 'LineString', coordinates })], 'route.geojson');
    await userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, route);
    const field = await dialog.findByLabelText('Distance to each side of the line, feet');
    await userEvent.clear(field);
    expect(dialog.getByRole('button', { name: 'Select Parcels' })).toBeDisabled();
    await userEvent.type(field, '250{Enter}');
    const line = { type: 'MultiLineString', coordinates: [coordinates] };
    await waitFor(() => expect(asked).toEqual([{ corridor: { line, distance_m: 76.2 }, project_id: project }]));
    expect(await within(await panel()).findByLabelText('Distance to each side of the line, feet')).toHaveValue('250');
    expect(featuresOf('corridor')).toMatchObject([{ coordinates: [coordinates] }]);
  });

  it('is drawn with the keyboard: the arrow keys move the map, Enter adds the point in its middle', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    const at = (right: number, down: number): unknown[] => [
      expect.closeTo(middle.lon + right / 1000, 6),
      expect.closeTo(middle.lat - down / 1000, 6),
    ];
    await choose('Lasso');
    expect(await screen.findByRole('button', { name: 'Add Point' })).toHaveFocus();
    // Shift moves it a tenth as far.
    const little = '{Shift>}{ArrowDown}{/Shift}'.repeat(10);
    await userEvent.keyboard(`{Enter}{ArrowRight}{Enter}${little}{Enter}{ArrowDown}{Enter}{Backspace}`);
    expect(screen.getByText('3 points')).toBeVisible();
    expect(featuresOf('drawn').filter(({ geometry }) => geometry.type === 'Point')).toHaveLength(3);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const ring = [at(0, 0), at(1, 0), at(1, 1), at(0, 0)];
    await waitFor(() => expect(asked).toEqual([{ area: { type: 'Polygon', coordinates: [ring] }, project_id: project }]));
    expect(featuresOf('drawn')).toEqual([]);
  });

  it('of a line is drawn with the keyboard, until Esc', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('Rectangle');
    await screen.findByRole('button', { name: 'Add Point' });
    await userEvent.keyboard('{Enter}{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Drawing' })).toBeNull());
    await choose('Along a line');
    await screen.findByRole('button', { name: 'Add Point' });
    await userEvent.keyboard('{Enter}{ArrowLeft}{Enter}');
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(asked).toMatchObject([{ corridor: { line: { coordinates: [{}, {}] } } }]));
  });

  it('around the middle of the map needs no drag, and takes another radius', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    const tool = screen.getByRole('button', { name: 'Select parcels' });
    tool.focus();
    await userEvent.keyboard('{Enter}');
    (await screen.findByRole('menuitem', { name: 'Around the middle of the map…' })).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Select Around the Middle' }));
    const radius = dialog.getByLabelText('Radius');
    await userEvent.clear(radius);
    await userEvent.type(radius, '70{Enter}');
    expect(radius).toHaveAccessibleDescription('More than 0, at most 62.13 mi');
    expect(asked).toEqual([]);
    await userEvent.clear(radius);
    await userEvent.type(radius, '2{Enter}');
    const shown = within(await panel());
    expect(asked).toEqual([{ circle: { lon: middle.lon, lat: middle.lat, radius_m: 3218.688 }, project_id: project }]);
    const field = await shown.findByLabelText('Radius');
    await userEvent.clear(field);
    await userEvent.type(field, '0.5{Enter}');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ circle: { radius_m: 804.672 } });
    expect(field).toHaveFocus();
  });

  it('follows a road that is clicked, as far as the map shows it, and takes another width', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    layRoads(roads);
    const pad = await followRoad();
    fireEvent.pointerMove(pad, onPad(50, 3));
    await waitFor(() => expect(featuresOf('corridor')).toHaveLength(1));
    expect(pad).toHaveAttribute('data-over');
    fireEvent.pointerMove(pad, onPad(50, 50));
    await waitFor(() => expect(featuresOf('corridor')).toHaveLength(0));
    fireEvent.pointerDown(pad, onPad(50, 3));
    fireEvent.pointerUp(pad, onPad(50, 3));
    const shown = within(await panel());
    expect(shown.getByText('Along Main St')).toBeVisible();
    const ends = [expect.closeTo(middle.lon - 0.004), expect.closeTo(middle.lon + 0.001), expect.closeTo(middle.lon + 0.005)];
    const line = { type: 'LineString', coordinates: ends.map((lon: unknown): unknown[] => [lon, expect.closeTo(middle.lat)]) };
    expect(asked).toEqual([{ corridor: { line, distance_m: 30.48 }, project_id: project }]);
    const field = await shown.findByLabelText('Distance to each side of the line, feet');
    await userEvent.clear(field);
    await userEvent.type(field, '250{Enter}');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual({ corridor: { line, distance_m: 76.2 }, project_id: project });
    expect(shown.getByText('Along Main St')).toBeVisible();
    expect(featuresOf('corridor')).toMatchObject([{ coordinates: line.coordinates }]);
  });

  it('says that there is no road, and a line can be drawn instead', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    const pad = await followRoad();
    // Without a base map, and beside the roads of one.
    for (const lines of [[], roads]) {
      layRoads(lines);
      fireEvent.pointerDown(pad, onPad(50, 50));
      fireEvent.pointerUp(pad, onPad(50, 50));
      expect(await screen.findByText('No road here. Click a road, or draw the line.')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    }
    fireEvent.pointerDown(pad, onPad(0, 50));
    fireEvent.pointerMove(pad, onPad(100, 50));
    fireEvent.pointerUp(pad, onPad(100, 50));
    const shown = within(await panel());
    expect(shown.queryByText(/^Along/)).toBeNull();
    expect(asked).toMatchObject([{ corridor: { line: { coordinates: [{}, {}] } } }]);
  });

  it('follows the road at the middle of the map by keys', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    layRoads(roads.slice(2));
    await choose('Along the road at the middle of the map');
    expect(await screen.findByText('No road at the middle of the map. Move the map, or draw the line.')).toBeVisible();
    layRoads([{ ...road('', -0.001, 0.001, 0.0003), properties: { kind: 'minor_road' } }]);
    screen.getByRole('button', { name: 'Select parcels' }).focus();
    await userEvent.keyboard('{Enter}');
    (await screen.findByRole('menuitem', { name: 'Along the road at the middle of the map' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(within(await panel()).getByText('Along a road without a name')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('follows a road by its name, of those that the map shows', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('Along a road by its name…');
    expect(await screen.findByText(/^The map shows no road with a name here\./)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    layRoads(roads);
    await choose('Along a road by its name…');
    const name = await screen.findByRole('combobox', { name: 'Road' });
    await waitFor(() => expect(name).toHaveFocus());
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Elm St', 'Main St']));
    await userEvent.keyboard('mai{ArrowDown}{Enter}{Enter}');
    expect(await within(await panel()).findByText('Along Main St')).toBeVisible();
    expect(asked).toMatchObject([{ corridor: { line: { coordinates: [{}, {}, {}] } } }]);
  });

  it('stays as it was when another radius has too many parcels', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('Around the middle of the map…');
    await userEvent.click(await screen.findByRole('button', { name: 'Select Parcels' }));
    const shown = within(await panel());
    const field = await shown.findByLabelText('Radius');
    const detail = 'This selection has more than 100,000 parcels. Choose a smaller area or add a filter.';
    answer('post', '*/api-2/parcel_selections', { code: 'selection.too_large', error: detail }, 422);
    await userEvent.clear(field);
    await userEvent.type(field, '60');
    await userEvent.tab();
    expect(await screen.findByText(detail)).toBeVisible();
    await waitFor(() => expect(field).toHaveValue('0.5'));
    expect(shown.getByRole('heading', { name: '3 parcels' })).toBeVisible();
  });

  it('takes in what adjoins it, with the same limits', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const shown = within(await panel());
    await userEvent.type(await shown.findByLabelText('Min. acres'), '5{Enter}');
    const asked = answer('post', '*/api-2/parcel_selections', { ...summary, selection_id: batch, count: 1 }, 201);
    const next = '11111111-0000-5000-8000-000000000003';
    answer('get', `*/api-2/parcel_selections/${batch}`, { count: 1, parcels: [{ ll_uuid: next, lon: -95.3, lat: 29.7 }] });
    await userEvent.click(await shown.findByRole('button', { name: 'Add Adjoining' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked).toEqual([
      { adjoining_to: ids, project_id: project },
      { ll_uuids: [...ids, next], filter: 'll_gisacre >= 5', project_id: project },
    ]);
  });

  it('says when nothing else adjoins it, and of how many parcels at most that is asked', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const shown = within(await panel());
    await userEvent.click(await shown.findByRole('button', { name: 'Add Adjoining' }));
    expect(await screen.findByText('No other parcels adjoin these.')).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'End selecting' }));
    answer('post', '*/api-2/parcel_selections', { ...summary, count: 101 }, 201);
    await choose('All in view');
    expect(await screen.findByText('Adjoining parcels can be added to at most 100 parcels.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add Adjoining' })).toBeNull();
  });

  it.each([
    // Also if less than all of them are not in the project yet.
    [{ count: 10_400, in_project: 600 }, 'Add All 9,800', true],
    [{ count: 10_000, in_project: 0 }, 'Add All 10,000', false],
  ])('of %j parcels says whether it can be added and discarded', async (size, addAll, tooMany) => {
    answer('post', '*/api-2/parcel_selections', { ...summary, ...size }, 201);
    await choose('All in view');
    const shown = within(await panel());
    const buttons = [await shown.findByRole('button', { name: addAll }), shown.getByRole('button', { name: 'Discard…' })];
    for (const button of buttons) await waitFor(() => expect(button).toHaveProperty('disabled', tooMany));
    const sentence = /^A selection of more than 10,000 parcels is not added or discarded at once\./;
    expect(shown.queryAllByText(sentence)).toHaveLength(tooMany ? 1 : 0);
  });

  it('that is too large says so and leaves nothing behind', async () => {
    const detail = 'This selection has more than 100,000 parcels. Choose a smaller area or add a filter.';
    answer('post', '*/api-2/parcel_selections', { code: 'selection.too_large', error: detail }, 422);
    await choose('All in view');
    expect(await screen.findByText(detail)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  });

  it('ends by Esc, while it is drawn and after', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('Lasso');
    expect(await screen.findByTestId('selection-pad')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByTestId('selection-pad')).toBeNull();
    expect(screen.getByRole('button', { name: 'Select parcels' })).toHaveFocus();
    await choose('All in view');
    await waitFor(async () => expect(await panel()).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Select parcels' })).toHaveFocus();
    // The button itself is replaced by another.
    await choose('All in view');
    await userEvent.click((await screen.findAllByRole('button', { name: 'End selecting' }))[0] as HTMLElement);
    expect(screen.getByRole('button', { name: 'Select parcels' })).toHaveFocus();
  });
});
