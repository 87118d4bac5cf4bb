import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Polygon } from 'geojson';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import type { CompSet, CompSetItem } from './api';
import type { AreaMap } from './county-sales';
import { LazyCompsPanel } from './lazy-comps-panel';

const item = (id: string, over: Partial<CompSetItem> = {}): CompSetItem => ({
  comp: {
    comp_id: id,
    address: `${id} Comp Rd`,
    sale_date: '2026-03-04',
    price: 1_000_000,
    acres: 10,
    source: 'Broker',
    confidence: 'stated',
    several_parcels: false,
    related_parties: false,
    created_by_name: 'Maya Chen',
    created_at: '2026-11-01T15:00:00Z',
    version: 1,
  },
  adjustments: [],
  excluded_reason: null,
  excluded_by_name: null,
  adjusted_price: 1_000_000,
  net_percent: 0,
  gross_percent: 0,
  large_adjustments: false,
  unit_price: 100_000,
  mark: null,
  duplicate: false,
  not_counted: null,
  ...over,
});

const set = (over: Partial<CompSet> = {}): CompSet => ({
  property_id: 'q1',
  version: 3,
  unit: 'acre',
  area: 10.37,
  items: [item('a'), item('b', { mark: 'far_from_median' }), item('c')],
  statistics: { count: 3, median: 125_000, mean: 121_000, total: 106_452, lowest: 80_000, highest: 150_000, interval: null },
  updated_by_name: 'Maya Chen',
  ...over,
});
/** An area that the map gives. */
const block: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-95.4, 29.8],
      [-95.3, 29.8],
      [-95.3, 29.9],
      [-95.4, 29.8],
    ],
  ],
};
const user = userEvent.setup({ delay: null });

beforeEach(() => signedIn());

async function open(): Promise<void> {
  const areaMap: AreaMap = ({ onDrawn, onDrawing }) => (
    <>
      <button onClick={() => onDrawing(true)}>Begin</button>
      <button
        onClick={() => {
          onDrawing(false);
          onDrawn(block);
        }}
      >
        Draw
      </button>
    </>
  );
  renderScreen(<LazyCompsPanel propertyId="q1" place={{ ll_uuid: 'own', lon: -95.4, lat: 29.8 }} areaMap={areaMap} />);
  await user.click(screen.getByRole('button', { name: 'Show comparable sales' }));
}

it('shows sales with marks, and three averages with their names', async () => {
  answer('get', '/property_api/comp_set', set());
  await open();
  const list = await screen.findByRole('list', { name: 'Comparable sales' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).getByText('Look at this: far from the median')).toBeVisible();
  expect(screen.getByText('Median').nextSibling).toHaveTextContent('$125,000');
  expect(screen.getByText('Mean of the prices per unit').nextSibling).toHaveTextContent('$121,000');
  expect(screen.getByText('Total price ÷ total area').nextSibling).toHaveTextContent('$106,452');
  expect(screen.getByText('Too few sales for an interval; it needs six.')).toBeVisible();
});

it('excludes a sale with a reason, against the version that is shown', async () => {
  answer('get', '/property_api/comp_set', set());
  const asked = answer('put', '/property_api/comp_set', set({ version: 4 }));
  await open();
  await user.click(await screen.findByRole('button', { name: 'Exclude: b Comp Rd' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Exclude the sale' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Sold in distress');
  await user.click(dialog.getByRole('button', { name: 'Exclude' }));
  expect(await screen.findByRole('list', { name: 'Comparable sales' })).toBeVisible();
  expect(asked).toMatchObject([
    { property_id: 'q1', version: 3, items: [{ comp_id: 'a' }, { comp_id: 'b', excluded_reason: 'Sold in distress' }, { comp_id: 'c' }] },
  ]);
});

it('makes the offer and says how', async () => {
  answer('get', '/property_api/comp_set', set());
  const asked = answer('post', '/property_api/comp_set/use', {
    snapshot_id: 's',
    offer_value: 1_257_000,
    reason: 'median of 3 = 125,000/acre',
  });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Make the offer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer from comparable sales' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Plus or minus (%)' }));
  await user.type(dialog.getByRole('textbox', { name: 'Plus or minus (%)' }), '-3');
  await user.click(dialog.getByRole('button', { name: 'Make the offer' }));
  expect(await screen.findByText('Offer: median of 3 = 125,000/acre')).toBeVisible();
  expect(asked).toEqual([{ property_id: 'q1', version: 3, measure: 'median', percent: -3, area: 10.37, step: 1000 }]);
});

it('changes a sale, keeping what the form does not show', async () => {
  const noted = item('a');
  answer('get', '/property_api/comp_set', set({ items: [{ ...noted, comp: { ...noted.comp, notes: 'Corner lot', lon: -95, lat: 29 } }] }));
  const asked = answer('put', '/property_api/comps/:id', item('a').comp);
  await open();
  await user.click(await screen.findByRole('button', { name: 'Edit the sale: a Comp Rd' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the sale' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Price ($)' }));
  await user.type(dialog.getByRole('textbox', { name: 'Price ($)' }), '1100000');
  await user.clear(dialog.getByRole('textbox', { name: 'Acres' }));
  await user.click(dialog.getByRole('button', { name: 'Save the sale' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked).toMatchObject([
    { version: 1, sale: { price: 1_100_000, acres: null, notes: 'Corner lot', lon: -95, lat: 29, address: 'a Comp Rd', source: 'Broker' } },
  ]);
});

it('deletes a sale of the firm, which can be undone', async () => {
  answer('get', '/property_api/comp_set', set());
  const deleted = answer('delete', '/property_api/comps/:id', { success: true });
  const restored = answer('post', '/property_api/comps/:id/restore', item('b').comp);
  await open();
  await user.click(await screen.findByRole('button', { name: 'Delete the sale: b Comp Rd' }));
  expect(await screen.findByText("The sale of b Comp Rd was deleted from the firm's sales.")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect([deleted.length, restored.length]).toEqual([1, 1]));
});

it('restores a deleted sale that the set still holds', async () => {
  answer('get', '/property_api/comp_set', set({ items: [item('a', { not_counted: 'deleted' })] }));
  const restored = answer('post', '/property_api/comps/:id/restore', item('a').comp);
  await open();
  await user.click(await screen.findByRole('button', { name: 'Restore the sale: a Comp Rd' }));
  await waitFor(() => expect(restored).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Edit the sale: a Comp Rd' })).not.toBeInTheDocument();
});

it('imports a file and lists the rows that are no sales', async () => {
  answer('get', '/property_api/comp_set', set());
  const asked = answer('post', '/property_api/comps/import', {
    added: 2,
    known: 1,
    rejected: 1,
    rejects: [{ row: 3, field: 'price', reason: 'A price of 100 dollars or less states none.' }],
    ignored_columns: ['Broker'],
  });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Import sales' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import comparable sales' }));
  // Latin-1, as old spreadsheets write it.
  const bytes = [new TextEncoder().encode('address,price\nPe'), new Uint8Array([0xf1, 0x61])];
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(bytes, 'comps.csv', { type: 'text/csv' }));
  await user.type(dialog.getByRole('textbox', { name: 'Source of prices, for rows that name none' }), 'Flyer');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText("2 sales added to the firm's; 'Add a sale' finds them. 1 sale known already.")).toBeVisible();
  expect(dialog.getByText('Not read: Broker')).toBeVisible();
  const rejected = within(dialog.getByRole('list', { name: '1 row was not added' }));
  expect(rejected.getByText('Row 3, price: A price of 100 dollars or less states none.')).toBeVisible();
  expect(asked).toEqual([{ text: 'address,price\nPeña', source: 'Flyer' }]);
});

it("adds a county's sale near the property with its source, date and licence", async () => {
  answer('get', '/property_api/comp_set', set());
  const put = answer('put', '/property_api/comp_set', set({ version: 4 }));
  const parcel = (id: string, over: object) => ({
    id,
    type: 'Feature',
    geometry: null,
    properties: {
      ll_uuid: id,
      county_fips: '48201',
      parcelnumb: `P-${id}`,
      address: `${id} Main St`,
      saledate: '2025-02-03',
      saleprice: 750_000,
      ll_gisacre: 2.123456789,
      sqft: 1000,
      use_class: 'retail',
      source: 'HCAD',
      source_licence: 'public domain',
      fetched_at: '2026-11-01T15:00:00Z',
      ...over,
    },
  });
  const features = [parcel('own', {}), parcel('n1', {}), parcel('n2', { saledate: '2026-01-05', address: null })];
  const read = answer('get', '/api-2/ogc/collections/parcels/items', { type: 'FeatureCollection', features, links: [], numberReturned: 3 });
  const added = answer('post', '/property_api/comps', { ...item('n1').comp, comp_id: 'c9' });
  await open();
  await user.click(await screen.findByRole('button', { name: 'County sales nearby' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'County sales nearby' }));
  const list = within(await dialog.findByRole('list', { name: 'County sales' }));
  expect(list.getAllByRole('listitem').map((line) => line.textContent.slice(0, 10))).toEqual(['P-n2Sold J', 'n1 Main St']);
  expect(list.getAllByText('HCAD, Nov 1, 2026, public domain')).toHaveLength(2);
  const filter = new URLSearchParams(String(read[0])).get('filter') ?? '';
  expect(filter).toContain('S_DWITHIN(geometry, POINT(-95.4 29.8), 1609.3)');
  expect(filter).toContain('saleprice > 100');
  expect(new URLSearchParams(String(read[0])).get('bbox')).toBe('-95.41670,29.78551,-95.38330,29.81449');
  await user.click(list.getByRole('button', { name: 'Add as comp: n1 Main St' }));
  await waitFor(() => expect(put).toHaveLength(1));
  expect(added).toMatchObject([
    {
      ll_uuid: 'n1',
      price: 750_000,
      acres: 2.1235,
      gross_square_feet: 1000,
      source: 'County: HCAD, read Nov 1, 2026',
      confidence: 'stated',
    },
  ]);
  expect(put).toMatchObject([{ items: [{ comp_id: 'a' }, { comp_id: 'b' }, { comp_id: 'c' }, { comp_id: 'c9' }] }]);
});

it('needs three sales for an offer', async () => {
  const statistics = { count: 2, median: null, mean: null, total: null, lowest: 80_000, highest: 150_000, interval: null };
  answer('get', '/property_api/comp_set', set({ items: [item('a'), item('b')], statistics }));
  await open();
  expect(await screen.findByText('2 sales count. Averages need at least three.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Make the offer' })).toBeDisabled();
});

it('does not show a failure as an empty set', async () => {
  unreachable('get', '/property_api/comp_set');
  await open();
  expect(await screen.findByText('The comparable sales could not be loaded.')).toBeVisible();
  expect(screen.queryByText('No comparable sales yet.')).not.toBeInTheDocument();
});

it('looks for county sales in an area that is drawn', async () => {
  answer('get', '/property_api/comp_set', set());
  const read = answer('get', '/api-2/ogc/collections/parcels/items', {
    type: 'FeatureCollection',
    features: [],
    links: [],
    numberReturned: 0,
  });
  await open();
  await user.click(await screen.findByRole('button', { name: 'County sales nearby' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'County sales nearby' }));
  await user.click(dialog.getByRole('combobox', { name: 'Within' }));
  await user.click(await screen.findByRole('option', { name: 'A drawn area' }));
  await waitFor(() => expect(dialog.queryByRole('list', { name: 'County sales' })).not.toBeInTheDocument());
  const before = read.length;
  await user.click(dialog.getByRole('button', { name: 'Draw' }));
  await waitFor(() => expect(read.length).toBeGreaterThan(before));
  const asked = new URLSearchParams(String(read.at(-1)));
  expect(asked.get('filter')).toContain(
    'S_INTERSECTS(geometry, POLYGON((-95.400000 29.800000, -95.300000 29.800000, -95.300000 29.900000, -95.400000 29.800000)))',
  );
  expect(asked.get('bbox')).toBe('-95.40000,29.80000,-95.30000,29.90000');
  expect(await dialog.findByRole('list', { name: 'County sales' })).toBeInTheDocument();
});

it('keeps the dialog of county sales open while an area is being drawn', async () => {
  answer('get', '/property_api/comp_set', set());
  answer('get', '/api-2/ogc/collections/parcels/items', { type: 'FeatureCollection', features: [], links: [], numberReturned: 0 });
  await open();
  await user.click(await screen.findByRole('button', { name: 'County sales nearby' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'County sales nearby' }));
  const reach = dialog.getByRole('combobox', { name: 'Within' });
  await waitFor(() => expect(reach).toHaveFocus());
  await user.click(reach);
  await user.click(await screen.findByRole('option', { name: 'A drawn area' }));
  await user.click(dialog.getByRole('button', { name: 'Begin' }));
  // A drag moves the focus off the button.
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'County sales nearby' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Draw' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('removes a sale, moves the focus on, and puts it back with its adjustments beside later changes', async () => {
  const adjustments = [{ kind: 'location', unit: 'percent', amount: 5, reason: 'Busier road', author_name: 'Maya Chen' } as const];
  answer('get', '/property_api/comp_set', set({ items: [item('a'), item('b', { adjustments: [...adjustments] }), item('c')] }));
  await open();
  answer('put', '/property_api/comp_set', set({ version: 4 }));
  const remove = await screen.findByRole('button', { name: 'Remove: b Comp Rd' });
  answer('get', '/property_api/comp_set', set({ version: 4, items: [item('a'), item('c')] }));
  await user.click(remove);
  expect(await screen.findByText("The sale of b Comp Rd was removed from this property's sales with its adjustments.")).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Comparable sales' }));
  expect(list.getAllByRole('listitem')[1]).toHaveFocus();
  // Somebody excludes another one meanwhile.
  answer('get', '/property_api/comp_set', set({ version: 5, items: [item('a', { excluded_reason: 'A lease' }), item('c')] }));
  const asked = answer('put', '/property_api/comp_set', set({ version: 6 }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked).toEqual([
    {
      property_id: 'q1',
      version: 5,
      unit: 'acre',
      items: [
        { comp_id: 'a', adjustments: [], excluded_reason: 'A lease' },
        {
          comp_id: 'b',
          adjustments: [{ kind: 'location', unit: 'percent', amount: 5, reason: 'Busier road' }],
          excluded_reason: null,
        },
        { comp_id: 'c', adjustments: [], excluded_reason: null },
      ],
    },
  ]);
});

it.each([
  ['Add a sale', 'Add a comparable sale', 'Address'],
  ['Adjust: a Comp Rd', 'Adjustments', 'Reason'],
  ['Exclude: a Comp Rd', 'Exclude the sale', 'Reason'],
  ['Make the offer', 'Offer from comparable sales', 'Plus or minus (%)'],
  ['Import sales', 'Import comparable sales', 'Source of prices, for rows that name none'],
])('asks before %s is cancelled with typed input', async (opener, title, field) => {
  answer('get', '/property_api/comp_set', set());
  answer('get', '/property_api/comps', { comps: [], next: null });
  await open();
  await user.click(await screen.findByRole('button', { name: opener }));
  const dialog = await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(dialog.querySelector('[data-autofocus]')).toHaveFocus());
  await user.type(within(dialog).getByRole('textbox', { name: field }), '7');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(dialog).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).not.toBeInTheDocument());
});

it('counts the confidence and the boxes of a sale as unsaved', async () => {
  answer('get', '/property_api/comp_set', set());
  await open();
  for (const change of [
    (dialog: HTMLElement) => user.click(within(dialog).getByRole('checkbox', { name: /several parcels/ })),
    async (dialog: HTMLElement) => {
      await user.click(within(dialog).getByRole('combobox', { name: 'Confidence' }));
      await user.click(await screen.findByRole('option', { name: 'Estimated' }));
    },
  ]) {
    await user.click(await screen.findByRole('button', { name: 'Edit the sale: a Comp Rd' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit the sale' });
    await change(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit the sale' })).not.toBeInTheDocument());
  }
});

it.each([
  ['Adjust: a Comp Rd', 'Save', ['Enter a number.', 'Enter the reason.'], 'Amount'],
  ['Exclude: a Comp Rd', 'Exclude', ['Enter the reason.'], 'Reason'],
])('says what %s lacks and goes to it', async (opener, save, sentences, first) => {
  answer('get', '/property_api/comp_set', set());
  await open();
  await user.click(await screen.findByRole('button', { name: opener }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: save }));
  for (const sentence of sentences) expect(dialog.getByText(sentence)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: first })).toHaveFocus();
});
