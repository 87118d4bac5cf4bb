import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-screen';
import { answer, unreachable } from '../testing/server';
import * as page from './deals';

const deal = {
  project_id: 'p1',
  property_id: 'q1',
  ll_uuid: 'u1',
  parcel_number: '04/2',
  address: '4117 Cypress St',
  city: 'Houston',
  owner_name: 'Bayou Trust',
  acres: null,
  offer_value: 950_000,
  stage_id: 's1',
  stage_name: 'Contacted',
  since: new Date(Date.now() - 20.5 * 86_400_000).toISOString(),
  cause: 'person' as const,
  stalled: true,
  assigned_to: null,
  assigned_to_name: null,
  next_step: 'Call the trustee',
  next_step_on: '2026-12-01',
  drop_reason: null,
  version: 1,
};

it('lists the deals behind a figure', async () => {
  const totals = { count: 1, offer_value: 950_000, by_stage: [] };
  const asked = answer('get', '/property_api/deals', { deals: [deal], next: null, totals });
  renderPage('/deals', page, '/deals?stalled=true');
  expect(await screen.findByText('1 deal')).toBeVisible();
  expect(asked[0]).toBe('?stalled=true&limit=50');
  expect(screen.getByText('Stalled', { selector: 'p' })).toBeVisible();
  const [, row] = within(screen.getByRole('table', { name: 'Deals' })).getAllByRole('row');
  expect(row).toHaveTextContent(/4117 Cypress StHoustonBayou TrustContacted Stalled20\$950,000NobodyCall the trusteeDec 1, 2026/);
  expect(screen.getByRole('link', { name: '4117 Cypress St' })).toHaveAttribute('href', '/property/04%2F2?project_id=p1');
});

it('says that the deals could not be loaded, which is not an empty list', async () => {
  unreachable('get', '/property_api/deals');
  renderPage('/deals', page, '/deals?campaign_id=c1&responded=true');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText('No deals found')).not.toBeInTheDocument();
});
