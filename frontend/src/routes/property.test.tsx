import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderPage, signedIn } from '../testing/render-screen';
import { answer, unreachable } from '../testing/server';
import { tell } from '../testing/stream';
import * as page from './property';

const property = {
  property_id: 'q1',
  project_ids: ['p1'],
  parcel_number: '042',
  edits: [],
  ll_uuid: '11111111-0000-5000-8000-000000000001',
  address: '4117 Cypress St',
  city: 'Houston',
  zip: '77002',
  year_built: 1984,
  square_feet: 12_500,
  property_name: 'Dock',
  use_code: '4000',
  zoning_type: null,
  total_value: 1_500_000,
  appraised_value: 1_000_000,
  market_value: 800_000,
  offer_value: 936_000,
  owner_name: 'Harbor Transit Authority',
  taxpayer_name: 'Harbor Transit',
  mailing_address: '1 Main St',
  signer: null,
  contact_ids: ['c1'],
  members: [] as { ll_uuid: string; parcelnumb: string }[],
};
const contact = {
  contact_id: 'c1',
  first_name: 'Leonard',
  last_name: 'Voss',
  title: 'Director',
  email: 'voss@harbor.example',
  phone_number: '7135550100',
};
/** What the property's parcel has when nothing of it is published. */
const record = { retired_at: null as string | null, retired_file_date: null as string | null, tax_roll: null, flood: { from: null } };
const notFound = { code: 'property.not_found', error: 'Property not found.' };
const section = (name: string) => within(screen.getByRole('region', { name }));
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  signedIn();
  answer('get', '/property_api/specific_property', property);
  answer('get', '/property_api/get_contacts', { contacts: [contact] });
  answer('get', '/property_api/lookup_owner_contacts', { contacts: [], total: 0 });
  answer('get', '/property_api/list_attachments', { attachments: [], items: [] });
  answer('get', '/property_api/list_letter_versions', { versions: [] });
  answer('get', '/api/get_project_data', { project_data: { project_name: 'Pier' } });
  answer('get', '/api/config', { site_image_credit: null });
  answer('get', '/api-2/parcels/*', record);
  answer('get', '/api-2/search_runs', { runs: [] });
  answer('get', '/property_api/deal_stages', { stages: [], version: 1 });
  answer('get', '/property_api/deals', { deals: [], next: null, totals: { count: 0, offer_value: null, by_stage: [] } });
});

function open(parcelNumber = '042') {
  return renderPage('/property/:parcelNumber', page, `/property/${parcelNumber}?project_id=p1`);
}

it('shows the deal of the project from which it was opened', async () => {
  const asked = answer('get', '/property_api/deals', { deals: [], next: null, totals: { count: 0, offer_value: null, by_stage: [] } });
  open();
  // The panel's code is loaded after the page.
  expect(await screen.findByText('This property is not in the pipeline of the project yet.', {}, { timeout: 10_000 })).toBeVisible();
  expect(section('Deal').getByRole('link', { name: 'Pier' })).toBeVisible();
  expect(asked).toEqual(['?project_id=p1&property_id=q1']);
});

it('says that the county no longer has the parcel', async () => {
  const retired = { ...record, retired_at: '2026-02-03T10:00:00Z', retired_file_date: '2026-01-31' };
  const asked = answer('get', '/api-2/parcels/*', retired);
  open();
  expect(await screen.findByRole('note')).toHaveTextContent("Retired: no longer in the county's file of Jan 31, 2026");
  expect(asked).toHaveLength(1);
});

it('names the parcels of a site, and those that its county no longer has', async () => {
  const members = ['042', '043', '044'].map((parcelnumb) => ({ ll_uuid: parcelnumb, parcelnumb }));
  answer('get', '/property_api/specific_property', { ...property, parcel_number: '042 +2', members });
  const retired = { retired_at: '2026-02-03T10:00:00Z', retired_file_date: '2026-01-31' };
  const exists = { retired_at: null, retired_file_date: null };
  const site = { members: members.map((member) => ({ ...member, ...(member.parcelnumb === '043' ? retired : exists) })) };
  answer('get', '/api-2/parcels/*', { ...record, ...retired, site });
  open('042%20%2B2');
  expect(await screen.findByText('Site of 3 parcels: 042, 043 and 044')).toBeVisible();
  expect(await screen.findByRole('note')).toHaveTextContent("Retired, no longer in the county's file: 043");
});

it('shows what is known, and N/A for what is not', async () => {
  open();
  await screen.findByRole('region', { name: 'Overview' });
  expect(section('Overview').getByText('12,500')).toBeVisible();
  expect(section('Valuation').getByText('$936,000')).toBeVisible();
  expect(section('Details').getByText('4000')).toBeVisible();
  expect(section('Details').getAllByText('N/A')).not.toHaveLength(0);
  expect(await screen.findByText('No attachments available.')).toBeVisible();
});

it.each([
  [{ source: 'Harris County', source_licence: 'CC0', fetched_at: '2026-11-21T15:30:00Z' }, 'Source: Harris County, Nov 21, 2026, CC0'],
  [{ source: 'Harris County', source_licence: null, fetched_at: null }, 'Source: Harris County'],
])('says where its facts come from: %j', async (source, line) => {
  answer('get', '/property_api/specific_property', { ...property, ...source });
  open();
  expect(await screen.findByText(line)).toBeVisible();
});

it('says when the terms of its facts ended, and looks its parcel up again', async () => {
  const copy = {
    source: 'Regrid',
    source_licence: 'Regrid contract',
    fetched_at: '2020-01-01T15:30:00Z',
    keep_until: '2020-01-31T15:30:00Z',
  };
  answer('get', '/property_api/specific_property', { ...property, ...copy, owner_name: null, lon: -95.37, lat: 29.76 });
  const parcel = { ll_uuid: property.ll_uuid, parcelnumb: '042', owner: 'Harbor Trust', source: 'Regrid', keep_until: null };
  const looked = answer('post', '/api-2/process_coords', { status: 'scraped', data: parcel });
  const added = answer('post', '/api/add_marker', { id: 7, geojson: {}, already_added: true });
  open();
  expect(await screen.findByText("Regrid's terms (Regrid contract) ended on Jan 31, 2020: look the parcel up again")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Look Up Again' }));
  await waitFor(() => expect(added).toEqual([expect.objectContaining({ project_id: 'p1' })]));
  expect(added[0]).toHaveProperty('geojson.properties', parcel);
  expect(looked).toEqual([{ lat: 29.76, lon: -95.37 }]);
});

it('names no source when only the marker described it', async () => {
  answer('get', '/property_api/specific_property', { ...property, source: 'marker', source_licence: null, fetched_at: null });
  open();
  await screen.findByRole('region', { name: 'Overview' });
  expect(screen.queryByText(/^Source/)).not.toBeInTheDocument();
});

it('says of values and flood zone where each is from, and who set the offer', async () => {
  const edits = [
    { field: 'market_value', edited_by_name: 'Maya Chen', edited_at: '2026-11-19T15:00:00Z' },
    { field: 'offer_value', edited_by_name: 'Tom Reyes', edited_at: '2026-11-20T15:00:00Z' },
  ];
  answer('get', '/property_api/specific_property', { ...property, edits, flood_zone: 'X', flood_zone_subtype: null, building_count: 2 });
  answer('get', '/api-2/parcels/*', {
    ...record,
    source: 'Harris County; Tax Office',
    fetched_at: '2026-11-18T15:00:00Z',
    parval: 1_500_000,
    parvaltype: 'MARKET',
    building_count: 2,
    tax_roll: {
      source: 'Tax Office',
      source_date: '2026-10-01',
      source_licence: null,
      facts: ['parval', 'owner'],
      outline_source: 'Harris County',
      outline_source_date: null,
      outline_source_licence: 'CC0',
      outline_fetched_at: '2026-11-01T15:00:00Z',
    },
    flood: {
      from: 'layer',
      zone: 'AE',
      class: 'floodway',
      source: 'FEMA NFHL',
      source_date: '2026-06-30',
      fetched_at: null,
      source_licence: null,
    },
    owner: 'Harbor Transit Authority',
  });
  open();
  const line = async (name: string, text: string) =>
    expect(await within(await screen.findByRole('region', { name })).findByText(text)).toBeVisible();
  // The county states a market value, the firm has another; the appraised value is of neither.
  await line('Valuation', 'Source of total value: Tax Office, data of Oct 1, 2026, read Nov 18, 2026');
  await line('Valuation', 'Set by Maya Chen, Nov 19, 2026');
  await line('Valuation', 'Set by Tom Reyes, Nov 20, 2026');
  await line('Site Specifics', 'Floodway, to be kept clear');
  await line('Site Specifics', 'Source of flood zone: FEMA NFHL, data of Jun 30, 2026');
  await line('Site Specifics', 'Source of building count: Harris County, Nov 1, 2026, CC0');
  await line('Ownership', 'Source of owner: Tax Office, data of Oct 1, 2026, read Nov 18, 2026');
});

it('says that it is not known who set an offer before that was kept', async () => {
  open();
  await screen.findByRole('region', { name: 'Valuation' });
  expect(section('Valuation').getByText('Set by the firm; by whom and when is not known')).toBeVisible();
});

it('saves a corrected field, and shows what the server has then', async () => {
  const saved = answer('post', '/property_api/update_square_feet', { success: true });
  open();
  await user.click(within(await screen.findByRole('region', { name: 'Overview' })).getByRole('button', { name: 'Edit' }));
  const field = screen.getByLabelText('Square Feet');
  await user.clear(field);
  await user.type(field, '13250');
  expect(field).toHaveValue('13,250');
  answer('get', '/property_api/specific_property', { ...property, square_feet: 13_250 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await section('Overview').findByText('13,250')).toBeVisible();
  expect(saved).toEqual([{ parcel_number: '042', project_id: 'p1', square_feet: 13_250 }]);
});

it('works the offer out while values are typed', async () => {
  open();
  await user.click(within(await screen.findByRole('region', { name: 'Valuation' })).getByRole('button', { name: 'Edit' }));
  const market = screen.getByLabelText('Market Value');
  await user.clear(market);
  await user.type(market, '900000');
  // 1.15 × 900,000 + 0.08 × 100,000
  expect(screen.getByLabelText('Offer Value')).toHaveValue('$1,043,000');
});

it('saves a typed offer with its reason before the letter is opened', async () => {
  const saved = answer('post', '/property_api/update_offer_value', { success: true });
  const { router } = open();
  await user.click(within(await screen.findByRole('region', { name: 'Valuation' })).getByRole('button', { name: 'Edit' }));
  await user.type(section('Valuation').getByLabelText('Reason'), 'Needed by June');
  await user.click(screen.getByRole('button', { name: 'Create LOI' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/letter-of-intent'));
  expect(saved).toEqual([{ parcel_number: '042', project_id: 'p1', offer_value: 936_000, reason: 'Needed by June' }]);
});

it('keeps what is typed when the property is loaded again, and when that fails', async () => {
  open();
  await user.click(within(await screen.findByRole('region', { name: 'Overview' })).getByRole('button', { name: 'Edit' }));
  await user.type(screen.getByLabelText('Property Name'), ' 7');
  const asked = answer('get', '/property_api/specific_property', { ...property, year_built: 1985 });
  act(() => tell('property.updated'));
  expect(await section('Overview').findByText('1985')).toBeVisible();
  unreachable('get', '/property_api/specific_property');
  act(() => tell('property.updated'));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.getByLabelText('Property Name')).toHaveValue('Dock 7');
});

it('lists the owner’s contacts, and links one of the directory that has a phone number', async () => {
  const ana = { contact_id: 'c2', first_name: 'Ana', last_name: 'Bell', email: 'ana@x.example', phone_number: '713-555-0199', title: null };
  answer('get', '/api/get_all_contacts', { contacts: [contact, ana, { ...ana, contact_id: 'c3', first_name: 'Bo', phone_number: '12' }] });
  const added = answer('post', '/property_api/add_contact', { success: true, updated_contact_ids: ['c1', 'c2'] });
  open();
  expect(await screen.findByRole('link', { name: 'voss@harbor.example' })).toHaveAttribute('href', expect.stringContaining('/email?'));
  expect(section('Ownership').getByText('Harbor Transit')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add from Contacts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add from Contacts' }));
  expect(await dialog.findByRole('button', { name: 'Added' })).toBeDisabled();
  expect(dialog.getByRole('button', { name: 'Needs phone' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(added).toMatchObject([{ parcel_number: '042', project_id: 'p1', contact_id: 'c2' }]));
});

it('says in its place that the contacts cannot be loaded', async () => {
  unreachable('get', '/property_api/get_contacts');
  open();
  await screen.findByRole('region', { name: 'Ownership' });
  expect(await section('Ownership').findByRole('alert')).toHaveTextContent('Unable to load contacts. Please try again.');
  answer('get', '/property_api/get_contacts', { contacts: [contact] });
  await user.click(section('Ownership').getByRole('button', { name: 'Try again' }));
  expect(await section('Ownership').findByText('Leonard Voss')).toBeVisible();
});

it('says at once that a property is not there when no marker of its number is on the map', async () => {
  const asked = answer('get', '/property_api/specific_property', notFound, 404);
  answer('get', '/api/get_markers', { markers: [] });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This property cannot be shownProperty not found.');
  expect(screen.getByRole('link', { name: 'Back to List' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

it('waits for the property of a marker, and says after two seconds that it is still arriving', async () => {
  answer('get', '/property_api/specific_property', notFound, 404);
  const geojson = { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { parcelnumb: '042' } };
  answer('get', '/api/get_markers', { markers: [{ id: 1, geojson }] });
  open();
  expect(await screen.findByText('Loading...')).toBeVisible();
  expect(await screen.findByText('Still arriving...')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  answer('get', '/property_api/specific_property', property);
  expect(await screen.findByRole('region', { name: 'Overview' })).toBeVisible();
});

it('shows nothing of one property on the page of another', async () => {
  const { router } = open();
  await user.click(within(await screen.findByRole('region', { name: 'Overview' })).getByRole('button', { name: 'Edit' }));
  answer('get', '/property_api/specific_property', { ...property, parcel_number: '043', property_name: 'Quay' });
  await act(() => router.navigate('/property/043?project_id=p1'));
  expect(await screen.findByText('Quay')).toBeVisible();
  expect(screen.queryByLabelText('Property Name')).not.toBeInTheDocument();
});
