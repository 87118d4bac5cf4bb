import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../testing/render-screen';
import { answer, unreachable } from '../testing/server';
import { tell } from '../testing/stream';
import * as page from './dashboard';

const figures = { total_contacts: 1204, companies: 37, active_projects: 5, growth_rate: null, recent_activity: [] };

beforeEach(() => {
  answer('get', '/property_api/deal_tasks', { tasks: [] });
  answer('get', '/property_api/deals', { deals: [], next: null, totals: { count: 0, in_sites: 0, offer_value: null, by_stage: [] } });
  answer('get', '/property_api/work_figures', {
    offers_out: [],
    expiring: { expires_within: 7, count: 0, price: 0 },
    stalled: { count: 0, offer_value: null },
    campaigns: [],
  });
  answer('get', '/property_api/pipeline', { stages: [], people: [], projects: [], tasks: { mine_open: 0 } });
});

it('says a fault, offers what needs no figures, and shows them when the server is back', async () => {
  unreachable('get', '/api/dashboard');
  renderPage('/dashboard', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('The figures could not be loaded.');
  expect(screen.getByRole('link', { name: 'New Project' })).toBeVisible();
  answer('get', '/api/dashboard', figures);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,204')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps the figures that it has when later ones do not come', async () => {
  answer('get', '/api/dashboard', figures);
  renderPage('/dashboard', page);
  expect(await screen.findByText('1,204')).toBeVisible();
  unreachable('get', '/api/dashboard');
  act(() => tell('contact.created'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The figures could not be loaded.');
  expect(screen.getByText('1,204')).toBeVisible();
});
