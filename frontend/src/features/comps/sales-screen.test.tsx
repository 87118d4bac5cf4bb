import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
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
  return <SalesScreen q="cypress" shown={shown} onShow={setShown} />;
}

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
  await waitFor(() => expect(asked).toEqual(['?q=cypress&limit=200', '?q=acme&limit=200']));
});
