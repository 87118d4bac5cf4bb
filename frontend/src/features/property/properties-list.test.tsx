import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { simulateLayout } from '../../testing/layout';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import type { Selection } from '../../ui/use-selection';
import type { PropertyRow } from './api';
import { PropertiesList } from './properties-list';
import type { PropertiesView } from './properties-view';
import type { SaveOutlines } from './use-export-properties';

const geojson = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-95.37, 29.76] },
  properties: { parcelnumb: '042', saledate: '2018-03-02' },
};
const row = {
  property_id: 'q1',
  parcel_number: '042',
  marker_id: 7,
  ll_uuid: 'u',
  address: '4117 Cypress St',
  parcel_value_type: 'APPRAISED',
  acres: 2.75,
  parcel_count: 1,
  lat: 0,
  lon: 0,
};

it('brings a removed property back with the marker that it had, once the old one is gone', async () => {
  const user = userEvent.setup({ delay: null });
  answer('get', '/property_api/property_details', { properties: [row] });
  answer('post', '/property_api/remove_property_from_project', { success: true });
  const added = answer('post', '/api/add_marker', { id: 8, geojson });
  let asked = 0;
  server.use(
    http.get('/api/get_markers', () => {
      asked += 1;
      // Before the removal, and while main-api has not consumed the event yet.
      return HttpResponse.json({ markers: asked < 3 ? [{ id: 7, geojson }] : [] });
    }),
  );
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  expect(await screen.findByText('Appraised')).toBeInTheDocument();
  expect(screen.getByText('2.75 acres')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove 4117 Cypress St' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Property' }));
  expect(await screen.findByText('Property removed successfully!')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(added).toEqual([{ project_id: 'p1', geojson }]), { timeout: 15_000 });
  expect(asked).toBe(3);
});

it('leaves the focus beside the properties that were removed, and on what says that there are none', async () => {
  const user = userEvent.setup({ delay: null });
  const other = { ...row, property_id: 'q2', parcel_number: '043', marker_id: 8, ll_uuid: 'v', address: '12 Elm St' };
  const third = { ...row, property_id: 'q3', parcel_number: '044', marker_id: 9, ll_uuid: 'w', address: '3 Oak St' };
  const list = (...properties: object[]) =>
    answer('get', '/property_api/property_details', { properties: properties as Record<string, string>[] });
  list(row, other, third);
  answer('get', '/api/get_markers', { markers: [] });
  answer('post', '/property_api/remove_property_from_project', { success: true });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  const remove = async (name: string, ...left: object[]) => {
    list(...left);
    (await screen.findByRole('button', { name: `Remove ${name}` })).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Remove Property' }));
  };
  await remove('4117 Cypress St', other, third);
  await waitFor(() => expect(screen.getByRole('row', { name: /12 Elm St/ })).toHaveFocus());
  await user.keyboard('xa');
  answer('post', '/api/remove_markers', { removed: 1, gone: 0, removal_id: 'r1', message: '' });
  await user.click(screen.getByRole('button', { name: 'More' }));
  screen.getByRole('button', { name: 'Remove from project' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Property' }));
  await waitFor(() => expect(screen.getByRole('row', { name: /3 Oak St/ })).toHaveFocus());
  await remove('3 Oak St');
  await waitFor(() => expect(screen.getByRole('group', { name: 'Properties of the project' })).toHaveFocus());
  expect(screen.getByText('No properties yet')).toBeVisible();
});

it('marks a site of several parcels', async () => {
  const site = { ...row, parcel_number: '042 +2', city: 'Houston', zip: '77002', parcel_count: 3 };
  answer('get', '/property_api/property_details', { properties: [site] });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  expect(await screen.findByText('Houston 77002 · Site of 3 parcels')).toBeInTheDocument();
});

it('leaves the search field room for its words on a phone', async () => {
  answer('get', '/property_api/property_details', { properties: [row], total: 1, next_cursor: null });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  const field = await screen.findByRole('searchbox', { name: 'Search properties' });
  expect(field.closest('.mantine-TextInput-root')).toHaveStyle({ flex: '1 1 240px' });
});

it('selects properties, all of the list too, and removes them with one undo', async () => {
  const user = userEvent.setup({ delay: null });
  const second = { ...row, parcel_number: '043', ll_uuid: 'u2', marker_id: 8, address: '12 Elm St' };
  const third = { ...row, parcel_number: '044', ll_uuid: 'u3', marker_id: 9, address: '9 Oak St' };
  server.use(
    http.get('/property_api/property_details', ({ request }) => {
      const asked = new URL(request.url).searchParams;
      if (asked.has('cursor')) return new Promise<never>(() => undefined);
      const properties = asked.has('limit') ? [row, second] : [row, second, third];
      return HttpResponse.json({ properties, total: 3, next_cursor: asked.has('limit') ? 'n' : null });
    }),
  );
  const chosen: string[][] = [];
  const actions = (selection: Selection<PropertyRow>) => (
    <button onClick={() => chosen.push(selection.chosen.map(({ property_id }) => property_id))}>Use</button>
  );
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} actions={actions} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all loaded properties' }));
  expect(screen.getByText('2 properties selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Select all 3 of the list' }));
  expect(await screen.findByText('3 properties selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use' }));
  expect(chosen[0]).toHaveLength(3);
  const removed = answer('post', '/api/remove_markers', { removed: 3, gone: 0, removal_id: 'r1', message: '' });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Remove from project' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Property' }));
  expect(await screen.findByText('3 properties removed successfully!')).toBeInTheDocument();
  expect(removed).toEqual([{ project_id: 'p1', marker_ids: [7, 8, 9] }]);
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  // property-api has not heard of it yet, and lists them still.
  expect(screen.queryByText('12 Elm St')).not.toBeInTheDocument();
  const undone = answer('post', '/api/undo_remove_markers', { restored: 3, already: 0, message: '' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(undone).toEqual([{ removal_id: 'r1' }]));
});

it('edits a value by keys, and opens nothing', async () => {
  const user = userEvent.setup({ delay: null });
  answer('get', '/property_api/property_details', { properties: [{ ...row, total_value: 900_000, appraised_value: null }] });
  const saved = answer('post', '/property_api/update_total_value', { success: true, property: row, edit_id: 'e1' });
  const opened = vi.fn();
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={opened} onGoToMap={() => undefined} />);
  const line = await screen.findByRole('row', { name: /4117 Cypress St/ });
  line.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  const field = screen.getByRole('textbox', { name: 'Total Value of 4117 Cypress St' });
  await user.clear(field);
  await user.type(field, 'much{Enter}');
  expect(await screen.findByText('Enter an amount in dollars.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '$1,250,000{Enter}');
  await waitFor(() => expect(saved).toEqual([{ parcel_number: '042', project_id: 'p1', total_value: 1_250_000 }]));
  expect(await screen.findByText('Total Value of 4117 Cypress St saved.')).toBeVisible();
  const undone = answer('post', '/property_api/undo_value_edit', { error: 'Changed since by Dana.' }, 409);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('This could not be undone. Changed since by Dana.')).toBeVisible();
  expect(undone).toEqual([{ edit_id: 'e1' }]);
  expect(opened).not.toHaveBeenCalled();
});

it('edits the name and the floor area by keys, and takes them back', async () => {
  const user = userEvent.setup({ delay: null });
  const named = { ...row, property_name: 'Mill 7', square_feet: 12_500, total_value: null, appraised_value: null };
  answer('get', '/property_api/property_details', { properties: [named], next_cursor: null, total: 1 });
  const view: PropertiesView = { filter: {}, sort: 'added', columns: ['property_name', 'owner_name', 'square_feet'] };
  const views = (_: PropertiesView, apply: (view: PropertiesView) => void) => <button onClick={() => apply(view)}>Apply</button>;
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} views={views} />);
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  const feet = answer('post', '/property_api/update_square_feet', { success: true, property: row, edit_id: 'e1' });
  (await screen.findByRole('row', { name: /4117 Cypress St/ })).focus();
  await user.keyboard('{ArrowRight>4/}{Enter}');
  const field = screen.getByRole('textbox', { name: 'Square Feet of 4117 Cypress St' });
  expect(field).toHaveValue('12500');
  await user.clear(field);
  await user.type(field, '12.5{Enter}');
  expect(await screen.findByText('Enter a whole number of square feet.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '13,000{Enter}');
  expect(await screen.findByText('Square Feet of 4117 Cypress St saved.')).toBeVisible();
  expect(feet).toEqual([{ parcel_number: '042', project_id: 'p1', square_feet: 13_000 }]);
  const undone = answer('post', '/property_api/undo_value_edit', { success: true });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(undone).toEqual([{ edit_id: 'e1' }]));
  const name = answer('post', '/property_api/update_property_name', { success: true, property: row, edit_id: null });
  (await screen.findByRole('row', { name: /4117 Cypress St/ })).focus();
  await user.keyboard('{ArrowRight>3/}{Enter}');
  await user.clear(screen.getByRole('textbox', { name: 'Property Name of 4117 Cypress St' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(name).toEqual([{ parcel_number: '042', project_id: 'p1', property_name: null }]));
});

it('is sorted by a field on a phone, and put back into the order of adding', async () => {
  const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...listening, matches: media.includes('max-width') }) as never);
  const user = userEvent.setup({ delay: null });
  const asked = answer('get', '/property_api/property_details', { properties: [row], next_cursor: null, total: 1 });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  const order = await screen.findByRole('combobox', { name: 'Order' });
  expect(order).toHaveValue('As added');
  await user.click(order);
  await user.click(await screen.findByRole('option', { name: 'Total Value, descending' }));
  await waitFor(() => expect(asked.at(-1)).toContain('sort=-total_value'));
  await user.click(order);
  await user.click(await screen.findByRole('option', { name: 'As added' }));
  expect(order).toHaveValue('As added');
});

it('exports all of the search, or the selected properties, in the order of the list', async () => {
  const user = userEvent.setup({ delay: null });
  answer('get', '/property_api/property_details', { properties: [row], next_cursor: null, total: 1 });
  const saved = vi.fn(() => 'blob:file');
  URL.createObjectURL = saved;
  const asked: unknown[] = [];
  server.use(
    http.post('/property_api/export_properties', async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse('address', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Export all properties of the list' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(asked).toEqual([{ project_id: 'p1', q: '', sort: 'added', format: 'csv' }]));
  await user.click(screen.getByRole('checkbox', { name: 'Select 4117 Cypress St' }));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Export 1 property' }));
  await user.click(await screen.findByRole('menuitem', { name: /Excel|XLSX/ }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ project_id: 'p1', property_ids: ['q1'], sort: 'added', format: 'xlsx' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
});

it('saves outlines of all that the filter lets through now, or of the selected properties, and says what the file lacks', async () => {
  simulateLayout(41);
  const user = userEvent.setup({ delay: null });
  const second = { ...row, property_id: 'q2', ll_uuid: 'u2', address: '12 Elm St' };
  const third = { ...row, property_id: 'q3', ll_uuid: 'u3', address: '9 Oak St' };
  let all = [second, row, third];
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('/property_api/property_details', ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.has('cursor')) return new Promise<never>(() => undefined);
      if (!query.has('limit')) asked.push(query);
      const properties = query.has('limit') ? [second, row] : all;
      return HttpResponse.json({ properties, total: 3, next_cursor: query.has('limit') ? 'n' : null });
    }),
  );
  answer('get', '/property_api/deal_stages', { stages });
  answer('get', '/api/people', { people: [] });
  const saveOutlines = vi.fn<SaveOutlines>((_, format) => Promise.resolve(format === 'gpkg' ? '1 of 3 is missing' : undefined));
  renderScreen(
    <PropertiesList
      projectId="p1"
      email={null}
      onOpen={() => undefined}
      onGoToMap={() => undefined}
      views={(view, onApply) => (
        <button onClick={() => onApply({ ...view, filter: { milestones: ['found'] }, sort: '-acres' })}>Apply</button>
      )}
      saveOutlines={saveOutlines}
    />,
  );
  const choose = async (what: string, format: string) => {
    await user.click(await screen.findByRole('button', { name: `Export ${what}` }));
    await user.click(await screen.findByRole('menuitem', { name: format }));
  };
  // In the order of the list, not in that of the clicks.
  await user.click(await screen.findByRole('checkbox', { name: 'Select 4117 Cypress St' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select 12 Elm St' }));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await choose('2 properties', 'Google Earth (KML)');
  await waitFor(() => expect(saveOutlines).toHaveBeenLastCalledWith([second, row], 'kml'));
  expect(asked).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await choose('all properties of the list', 'GeoPackage');
  expect(await screen.findByText('1 of 3 is missing')).toBeVisible();
  expect(saveOutlines).toHaveBeenLastCalledWith([second, row, third], 'gpkg');
  expect(asked.map(String)).toEqual(['project_id=p1&milestone=found&sort=-acres']);
  // It is read again: somebody else may have changed the list meanwhile.
  all = [];
  await choose('all properties of the list', 'GeoJSON');
  expect(await screen.findByText('The list has no properties.')).toBeVisible();
  expect(saveOutlines).toHaveBeenCalledTimes(2);
});

const stages = [
  { milestone: 'found', name: 'Leads', position: 0 },
  { milestone: null, name: 'Under review', position: 1 },
];
const sums = { without_acres: 0, total_value: 500, without_total_value: 0, appraised_value: null, without_appraised_value: 0 };

/** Answers lists with totals, and records what they are filtered by. */
function answerFiltered(): string[] {
  const asked: string[] = [];
  server.use(
    http.get('/property_api/property_details', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(['milestone', 'stage_name', 'assigned_to', 'tag'].flatMap((name) => query.getAll(name)).join(' '));
      const totals = query.has('limit') ? { ...sums, count: 1200, in_sites: 2, acres: 31.5, without_acres: 3 } : null;
      return HttpResponse.json({ properties: [row], next_cursor: null, total: null, totals });
    }),
  );
  answer('get', '/property_api/deal_stages', { stages });
  answer('get', '/api/people', { people: [{ user_id: 'u1', name: 'Maya' }] });
  answer('get', '/property_api/deals/tags', { tags: ['corner', 'rail'] });
  return asked;
}

it('is filtered by stages and people, and shows the totals', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answerFiltered();
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  expect(await screen.findByText('1,200 properties')).toBeVisible();
  expect(screen.getByText('31.5 acres (3 without acres) · $500 total value · 2 parcels of a site, summed with the site')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Stage' }));
  await user.click(await screen.findByRole('option', { name: 'Under review' }));
  await user.click(screen.getByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Unassigned' }));
  await waitFor(() => expect(asked).toEqual(['', 'Under review', 'Under review none']));
  expect(screen.getByText('Filter (2)')).toBeVisible();
});

it('has the filter of a view as chips, and selects and exports all of it', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answerFiltered();
  const filter = { milestones: ['found' as const], stage_names: ['Under review'], assigned_to: ['none'] };
  renderScreen(
    <PropertiesList
      projectId="p1"
      email={null}
      onOpen={() => undefined}
      onGoToMap={() => undefined}
      views={(view, onApply) => <button onClick={() => onApply({ ...view, filter })}>Apply</button>}
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  const chips = await screen.findByRole('list', { name: 'Active filters' });
  await waitFor(() => expect([...chips.children].map(({ textContent }) => textContent)).toEqual(['Leads', 'Under review', 'Unassigned']));
  await user.click(within(chips).getByRole('button', { name: 'Remove the filter Under review' }));
  await waitFor(() => expect(asked.at(-1)).toBe('found none'));
  await user.click(await screen.findByRole('checkbox', { name: 'Select 4117 Cypress St' }));
  const before = asked.length;
  await user.click(screen.getByRole('button', { name: 'Select all 1,200 of the list' }));
  await waitFor(() => expect(asked.slice(before)).toEqual(['found none']));
  const exported = answer('post', '/property_api/export_properties', {});
  await user.click(screen.getByRole('button', { name: 'Export all properties of the list' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  const body = {
    project_id: 'p1',
    q: '',
    milestones: ['found'],
    stage_names: [],
    assigned_to: ['none'],
    tags: [],
    sort: 'added',
    format: 'csv',
  };
  await waitFor(() => expect(exported).toEqual([body]));
});

it('is filtered by tags, which rows show until they are a column', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answerFiltered();
  const deal = { stage: 'Found', assigned_to: null, next_step: null, next_step_on: null, drop_reason: null, tags: 'corner, rail' };
  server.use(
    http.get('/property_api/property_details', ({ request }) => {
      asked.push(new URL(request.url).searchParams.getAll('tag').join(' '));
      return HttpResponse.json({ properties: [{ ...row, deal }], next_cursor: null, total: 1, totals: null });
    }),
  );
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  expect(await screen.findByRole('row', { name: /4117 Cypress St/ })).toHaveTextContent('corner, rail');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Tag' }));
  await user.click(await screen.findByRole('option', { name: 'rail' }));
  await waitFor(() => expect(asked.at(-1)).toBe('rail'));
  await user.keyboard('{Escape}{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Remove the filter Tag rail', hidden: true }));
  await waitFor(() => expect(asked.at(-1)).toBe(''));
});

it('selects the whole list by Ctrl+A on a row', async () => {
  const user = userEvent.setup({ delay: null });
  answer('get', '/property_api/property_details', { properties: [row, { ...row, ll_uuid: 'u2', property_id: 'q2' }], total: 2 });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  const [line] = await screen.findAllByRole('row', { name: /4117 Cypress St/ });
  line?.focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('2 properties selected')).toBeVisible();
});

it('adds the columns of the deal, and sorts by them', async () => {
  const user = userEvent.setup({ delay: null });
  const deal = { stage: 'LOI out', assigned_to: null, next_step: 'Call', next_step_on: null, drop_reason: null, tags: 'corner, rail' };
  const asked = answer('get', '/property_api/property_details', { properties: [{ ...row, deal }], next_cursor: null, total: 1 });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  for (const name of ['Stage', 'Assigned To', 'Next Step', 'Tags']) await user.click(await screen.findByRole('checkbox', { name }));
  for (const text of ['LOI out', 'Unassigned', 'Call', 'corner, rail'])
    expect(screen.getByRole('cell', { name: text })).toBeInTheDocument();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Image', 'Address', 'Year Built', 'Parcel Value Type', 'Total Value', 'Appraised Value', 'Lot Area', 'Remove'],
    ...['Stage', 'Assigned To', 'Next Step', 'Tags'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Stage' }));
  await waitFor(() => expect(String(asked.at(-1))).toContain('sort=stage'));
});
