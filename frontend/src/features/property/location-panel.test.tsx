import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import type { Property } from './api';
import { LocationPanel } from './location-panel';

const property = {
  parcel_number: '1',
  address: '901 Preston St',
  lat: 29.76,
  lon: -95.36,
  image_path: '/api/site_images/1.jpg',
} as Property;
const config = { voice_assistant_url: null, site_image_credit: null, sample_data: true, mail_mode: 'folder' };
const nothing = { provider: null, image_url: null, captured_at: null, credit: null, credit_url: null };
const mapillary = {
  provider: 'mapillary',
  image_url: '/api/street_view_images/22',
  captured_at: '2023-11-14T22:13:20Z',
  credit: 'houston_walker on Mapillary, CC BY-SA 4.0',
  credit_url: 'https://www.mapillary.com/app/?pKey=22',
};

beforeEach(() => {
  answer('get', '/api/config', config);
});

async function openStreetView(shown: Property = property) {
  renderScreen(<LocationPanel property={shown} aerial={null} />);
  await userEvent.setup().click(screen.getByRole('tab', { name: 'Street View' }));
}

it('shows the provider’s picture with its credit', async () => {
  const asked = answer('get', '*/api/street_view', mapillary);
  await openStreetView();
  expect(await screen.findByRole('img', { name: 'Street view near 901 Preston St' })).toHaveAttribute('src', mapillary.image_url);
  expect(screen.getByRole('link', { name: mapillary.credit })).toHaveAttribute('href', mapillary.credit_url);
  expect(screen.getByRole('figure')).toHaveTextContent('Nov 14, 2023');
  expect(asked).toEqual(['?lat=29.76&lon=-95.36']);
});

it('falls back to the stored picture where nobody took one, and then to a sentence', async () => {
  answer('get', '*/api/street_view', nothing);
  await openStreetView();
  const stored = await screen.findByRole('img', { name: 'Image of 901 Preston St' });
  expect(stored).toHaveAttribute('src', '/api/site_images/1.jpg');
  fireEvent.error(stored);
  expect(screen.getByText('No image available')).toBeInTheDocument();
});

it('names whom to credit on the stored picture', async () => {
  answer('get', '/api/config', { ...config, site_image_credit: 'USGS The National Map: Orthoimagery' });
  renderScreen(<LocationPanel property={property} aerial={null} />);
  await userEvent.setup().click(screen.getByRole('tab', { name: 'Property Images' }));
  expect(await screen.findByRole('figure')).toHaveTextContent('USGS The National Map: Orthoimagery');
  expect(within(screen.getByRole('figure')).getByRole('img', { name: 'Image of 901 Preston St' })).toBeInTheDocument();
});

it('falls back to the stored picture when the provider fails or its picture cannot be shown', async () => {
  unreachable('get', '*/api/street_view');
  await openStreetView();
  expect(await screen.findByRole('img', { name: 'Image of 901 Preston St' })).toBeInTheDocument();
});

it('falls back when the provider’s picture cannot be loaded', async () => {
  answer('get', '*/api/street_view', mapillary);
  await openStreetView({ ...property, image_path: null });
  fireEvent.error(await screen.findByRole('img', { name: 'Street view near 901 Preston St' }));
  expect(screen.getByText('No image available')).toBeInTheDocument();
});
