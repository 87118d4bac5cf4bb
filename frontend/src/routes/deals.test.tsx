import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-screen';
import { answer, server, unreachable } from '../testing/server';
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
  site: null,
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
  tags: null,
  version: 1,
};

it('lists the deals behind a figure', async () => {
  const totals = { count: 1, in_sites: 0, offer_value: 950_000, by_stage: [] };
  const asked = answer('get', '/property_api/deals', { deals: [deal], next: null, totals });
  renderPage('/deals', page, '/deals?stalled=true');
  expect(await screen.findByText('1 deal')).toBeVisible();
  expect(asked[0]).toBe('?stalled=true&limit=50');
  expect(screen.getByText('Stalled', { selector: 'p' })).toBeVisible();
  const [, row] = within(screen.getByRole('table', { name: 'Deals' })).getAllByRole('row');
  expect(row).toHaveTextContent(
    /4117 Cypress StHouston · acres unknownBayou TrustContacted Stalled20\$950,000NobodyCall the trusteeDec 1, 2026/,
  );
  expect(screen.getByRole('link', { name: '4117 Cypress St' })).toHaveAttribute('href', '/property/04%2F2?project_id=p1');
});

const totals = (count: number) => ({ count, in_sites: 0, offer_value: null, by_stage: [] });

it('sorts by its columns, and searches', async () => {
  const asked = answer('get', '/property_api/deals', { deals: [deal], next: null, totals: totals(1) });
  renderPage('/deals', page, '/deals?open=true');
  const user = userEvent.setup({ delay: null });
  const days = await screen.findByRole('columnheader', { name: 'Days' });
  expect(days).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(days).getByRole('button'));
  await waitFor(() => expect(asked.at(-1)).toBe('?open=true&sort=-since&limit=50'));
  expect(screen.getByRole('columnheader', { name: 'Days' })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Offer' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?open=true&sort=offer_value&limit=50'));
  await user.type(screen.getByRole('searchbox', { name: 'Search deals' }), 'bayou');
  await waitFor(() => expect(asked.at(-1)).toBe('?open=true&q=bayou&sort=offer_value&limit=50'));
});

it('assigns the selected deals of several projects, all of the list, and undoes it', async () => {
  const second = { ...deal, project_id: 'p2', property_id: 'q2', address: '9 Dock Rd' };
  const third = { ...deal, property_id: 'q3', address: '11 Dock Rd' };
  const asked: string[] = [];
  server.use(
    http.get('/property_api/deals', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.toString());
      if (query.get('after') === 'n') return HttpResponse.json({ deals: [third], next: null, totals: totals(3) });
      return HttpResponse.json({ deals: [deal, second], next: 'n', totals: totals(3) });
    }),
  );
  answer('get', '/api/people', { people: [{ user_id: 'm', name: 'Maya Chen' }] });
  answer('get', '/property_api/deal_stages', { stages: [], version: 1 });
  const changed = answer('post', '/property_api/deals/update', { changed: ['x'], refused: [], command_id: 'c' });
  const undone = answer('post', '/property_api/deals/undo', { undone: [], left: [] });
  renderPage('/deals', page, '/deals?open=true');
  const user = userEvent.setup({ delay: null });
  const row = (await screen.findByRole('link', { name: '4117 Cypress St' })).closest('tr');
  row?.focus();
  await user.keyboard('x');
  const bar = within(await screen.findByRole('toolbar', { name: 'Actions for the selected deals' }));
  expect(bar.getByRole('button', { name: 'Set stage' })).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Select all 3 of the list' }));
  expect(await bar.findByText('3 deals selected')).toBeVisible();
  expect(asked).toContain('open=true&after=n&limit=200');
  expect(bar.queryByRole('button', { name: 'Set stage' })).not.toBeInTheDocument();
  expect(bar.getByText('Of 2 projects: stages are set in one project at a time.')).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Maya Chen' }));
  expect(await screen.findByText('Assigned to Maya Chen: 2 properties.')).toBeVisible();
  expect(changed).toEqual([
    { project_id: 'p1', property_ids: ['q1', 'q3'], assigned_to: 'm' },
    { project_id: 'p2', property_ids: ['q2'], assigned_to: 'm' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(undone).toEqual([{ command_id: 'c' }, { command_id: 'c' }]));
});

it('tells apart the deals of one property in two projects', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const elsewhere = { ...deal, project_id: 'p2', stage_id: 's9', stage_name: 'Countered' };
  answer('get', '/property_api/deals', { deals: [deal, elsewhere], next: null, totals: totals(2) });
  answer('get', '/api/people', { people: [{ user_id: 'm', name: 'Maya Chen' }] });
  answer('get', '/property_api/deal_stages', { stages: [], version: 1 });
  answer('get', '/property_api/deals/tags', { tags: [] });
  const changed = answer('post', '/property_api/deals/update', { changed: ['q1'], refused: [], command_id: 'c' });
  renderPage('/deals', page, '/deals?open=true');
  const user = userEvent.setup({ delay: null });
  const [first, second] = await screen.findAllByRole('checkbox', { name: 'Select 4117 Cypress St' });
  await user.click(second as HTMLElement);
  expect(first).not.toBeChecked();
  expect(second).toBeChecked();
  const bar = within(await screen.findByRole('toolbar', { name: 'Actions for the selected deals' }));
  expect(bar.getByText('1 deal selected')).toBeVisible();
  expect(bar.getByRole('button', { name: 'Set stage' })).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Maya Chen' }));
  await waitFor(() => expect(changed).toEqual([{ project_id: 'p2', property_ids: ['q1'], assigned_to: 'm' }]));
  await user.click(first as HTMLElement);
  expect(await bar.findByText('2 deals selected')).toBeVisible();
  expect(bar.getByText('Of 2 projects: stages are set in one project at a time.')).toBeVisible();
  expect(logged.mock.calls.flat().join(' ')).not.toContain('same key');
  logged.mockRestore();
});

it('says which site a deal is part of, and leads to it', async () => {
  const part = { ...deal, site: { property_id: 'q2', parcel_number: '04/1 +2' } };
  answer('get', '/property_api/deals', { deals: [part], next: null, totals: { ...totals(1), in_sites: 1 } });
  renderPage('/deals', page, '/deals');
  const site = await screen.findByRole('link', { name: '04/1 +2' });
  expect(site).toHaveAttribute('href', '/property/04%2F1%20%2B2?project_id=p1');
  expect(site.parentElement).toHaveTextContent('Part of site 04/1 +2');
});

it('lists the user’s deals whose next step is due until a day, which it names', async () => {
  const asked = answer('get', '/property_api/deals', { deals: [deal], next: null, totals: totals(1) });
  renderPage('/deals', page, '/deals?mine=true&next_step_to=2026-12-01');
  expect(await screen.findByText('My next steps until Dec 1, 2026')).toBeVisible();
  expect(asked[0]).toBe('?mine=true&next_step_to=2026-12-01&limit=50');
});

it('ignores a day in its address that is none', async () => {
  const asked = answer('get', '/property_api/deals', { deals: [deal], next: null, totals: totals(1) });
  renderPage('/deals', page, '/deals?next_step_to=2026-13-01');
  expect(await screen.findByText('All stages')).toBeVisible();
  expect(asked[0]).toBe('?limit=50');
});

it('says that the deals could not be loaded, which is not an empty list', async () => {
  unreachable('get', '/property_api/deals');
  renderPage('/deals', page, '/deals?campaign_id=c1&responded=true');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText('No deals found')).not.toBeInTheDocument();
});
