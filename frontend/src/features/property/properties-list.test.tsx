import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { PropertiesList } from './properties-list';

const geojson = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-95.37, 29.76] },
  properties: { parcelnumb: '042', saledate: '2018-03-02' },
};
const row = {
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

it('marks a site of several parcels', async () => {
  const site = { ...row, parcel_number: '042 +2', city: 'Houston', zip: '77002', parcel_count: 3 };
  answer('get', '/property_api/property_details', { properties: [site] });
  renderScreen(<PropertiesList projectId="p1" email={null} onOpen={() => undefined} onGoToMap={() => undefined} />);
  expect(await screen.findByText('Houston 77002 · Site of 3 parcels')).toBeInTheDocument();
});
