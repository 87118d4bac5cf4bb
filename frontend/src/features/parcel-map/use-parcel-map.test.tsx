import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import type { ParcelFields } from './api';
import { useParcelMap } from './use-parcel-map';

const parcel: ParcelFields = {
  parcelnumb: '042',
  address: '4117 Cypress St',
  scity: 'Houston',
  szip: '77004',
  owner: 'Bayou Holdings LLC',
  careof: null,
  saledate: '2018-03-02',
  ll_uuid: '00000000-0000-4000-8000-000000000042',
};

function RemoveMarker() {
  const { removeMarker } = useParcelMap('p1', []);
  return <button onClick={() => void removeMarker({ id: 7, lon: -95.37, lat: 29.76, parcel })}>Remove it</button>;
}

it('adds a removed marker again as it was, without sending its owner to the webhook once more', async () => {
  const user = userEvent.setup({ delay: null });
  const geojson = { type: 'Feature', geometry: { type: 'Point', coordinates: [-95.37, 29.76] }, properties: parcel };
  answer('post', '/api/remove_marker', { success: true });
  const added = answer('post', '/api/add_marker', { id: 8, geojson, already_added: false });
  const told = answer('post', '/api/call_webhook', { success: true });
  renderScreen(<RemoveMarker />);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Marker' }));
  expect(await screen.findByText('Marker with ID 7 removed successfully!')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(added).toEqual([{ project_id: 'p1', geojson }]));
  expect(told).toEqual([]);
});
