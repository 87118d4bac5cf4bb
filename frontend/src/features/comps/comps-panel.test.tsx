import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import type { CompSet, CompSetItem } from './api';
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
const user = userEvent.setup({ delay: null });

beforeEach(() => signedIn());

async function open(): Promise<void> {
  renderScreen(<LazyCompsPanel propertyId="q1" />);
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
