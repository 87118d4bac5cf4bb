import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { simulateLayout } from '../../testing/layout';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { SalesScreen } from './sales-screen';

const sale = (comp_id: string, address: string) => ({
  comp_id,
  address,
  parcel_number: null,
  sale_date: '2026-03-04',
  price: 500_000,
  buyer: 'Acme',
  seller: null,
  source: 'Broker',
  confidence: 'stated',
  several_parcels: false,
  related_parties: false,
  version: 2,
});

function Screen() {
  const [shown, setShown] = useState<string | null>('s2');
  const [adding, setAdding] = useState(false);
  return (
    <>
      <button onClick={() => setAdding(true)}>Add Sale</button>
      <SalesScreen q="cypress" shown={shown} onShow={setShown} adding={adding} onAdding={setAdding} />
    </>
  );
}

it('adds a sale', async () => {
  answer('get', '*/property_api/comps', { comps: [], next: null });
  const made = answer('post', '*/property_api/comps', sale('s9', '1 Pier Rd'));
  renderScreen(<Screen />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Add Sale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a sale' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveFocus());
  await user.click(dialog.getByRole('button', { name: 'Add the new sale' }));
  for (const lack of ['Enter the day.', 'Enter the price.', 'Enter who states the price.']) expect(dialog.getByText(lack)).toBeVisible();
  expect(dialog.getByLabelText(/^Sold on/)).toHaveFocus();
  await user.type(dialog.getByLabelText('Address'), '1 Pier Rd');
  await user.type(dialog.getByLabelText(/^Sold on/), '2026-03-04');
  await user.type(dialog.getByRole('textbox', { name: 'Price ($)' }), '500000');
  await user.type(dialog.getByRole('textbox', { name: 'Source of the price' }), 'Broker');
  answer('get', '*/property_api/comps', { comps: [sale('s9', '1 Pier Rd')], next: null });
  await user.click(dialog.getByRole('button', { name: 'Add the new sale' }));
  expect(await screen.findByRole('button', { name: '1 Pier Rd' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(made).toMatchObject([{ address: '1 Pier Rd', sale_date: '2026-03-04', price: 500_000, source: 'Broker' }]);
});

it('lists the firm’s sales, opens the one that was asked for, and searches', async () => {
  const asked = answer('get', '*/property_api/comps', { comps: [sale('s1', '9 Cypress Ct'), sale('s2', '12 Cypress Ct')], next: null });
  renderScreen(<Screen />);
  const user = userEvent.setup({ delay: null });
  const dialog = await screen.findByRole('dialog', { name: 'Edit the sale' });
  expect(within(dialog).getByRole('textbox', { name: 'Address' })).toHaveValue('12 Cypress Ct');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const table = screen.getByRole('table', { name: 'Comparable sales' });
  expect(within(table).getByRole('row', { name: /9 Cypress Ct/ })).toHaveTextContent('$500,000Acme');
  await user.clear(screen.getByRole('searchbox', { name: 'Search comparable sales' }));
  await user.paste('acme');
  await waitFor(() => expect(asked).toEqual(['?q=cypress&limit=100', '?q=acme&limit=100']));
});

it('goes on to the sales after the first hundred while it is scrolled', async () => {
  simulateLayout(41);
  const all = Array.from({ length: 150 }, (_, at) => sale(`s${at}`, `${at} Cypress Ct`));
  server.use(
    http.get('*/property_api/comps', ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
      const end = after + 100;
      return HttpResponse.json({ comps: all.slice(after, end), next: end < all.length ? String(end) : null });
    }),
  );
  renderScreen(<SalesScreen q="" shown={null} onShow={() => undefined} adding={false} onAdding={() => undefined} />);
  const table = await screen.findByRole('table', { name: 'Comparable sales' });
  expect(within(table).getByRole('button', { name: '0 Cypress Ct' })).toBeInTheDocument();
  act(() => {
    document.documentElement.scrollTop = 100 * 41 - 800;
    document.documentElement.dispatchEvent(new Event('scroll'));
  });
  await waitFor(() => expect(table).toHaveAttribute('aria-rowcount', '-1'));
  act(() => {
    document.documentElement.scrollTop = 150 * 41 - 600;
    document.documentElement.dispatchEvent(new Event('scroll'));
  });
  expect(await within(table).findByRole('button', { name: '149 Cypress Ct' })).toBeInTheDocument();
});
