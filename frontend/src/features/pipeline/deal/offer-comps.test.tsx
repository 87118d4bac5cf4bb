import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer, unreachable } from '../../../testing/server';
import { OfferComps } from './offer-comps';

const user = userEvent.setup({ delay: null });
const comp = { comp_id: 'c1', address: '1 Comp Rd', sale_date: '2026-03-04', price: 1_000_000 };
const items = [
  { comp, adjusted_price: 970_000, not_counted: null, excluded_reason: null },
  {
    comp: { ...comp, comp_id: 'c2', address: '2 Comp Rd' },
    adjusted_price: 1_000_000,
    not_counted: 'excluded',
    excluded_reason: 'Far larger',
  },
];

beforeEach(() => signedIn());

const open = async (changed: boolean) => {
  renderScreen(<OfferComps snapshotId="s1" changed={changed} />);
  await user.click(screen.getByRole('button', { name: 'Its comparable sales' }));
};

it('shows the sales of an offer as they were, and that they changed since', async () => {
  answer('get', '/property_api/comp_snapshots/s1', { items });
  await open(true);
  const [counted, excluded] = within(await screen.findByRole('list', { name: 'Comparable sales of the offer' })).getAllByRole('listitem');
  expect(counted).toHaveTextContent('1 Comp Rd, Mar 4, 2026: $1,000,000, adjusted $970,000');
  expect(excluded).toHaveTextContent('Not counted: Far larger');
  expect(screen.getByText(/Comps changed since/)).toBeVisible();
});

it('says when they cannot be loaded', async () => {
  unreachable('get', '/property_api/comp_snapshots/s1');
  await open(false);
  expect(await screen.findByText('The comparable sales could not be loaded.')).toBeVisible();
  expect(screen.queryByText(/Comps changed since/)).not.toBeInTheDocument();
});
