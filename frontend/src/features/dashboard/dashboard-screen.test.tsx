import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { tell } from '../../testing/stream';
import { DashboardScreen } from './dashboard-screen';

const figures = {
  total_contacts: 1204,
  companies: 37,
  active_projects: 5,
  growth_rate: 12.46,
  recent_activity: [{ id: 1, kind: 'project.created', text: 'Maya Chen created Eastside', at: '2026-11-21T09:30:00Z', link: null }],
};

test('the firm’s figures and its last activity are shown, and follow what the server tells', async () => {
  answer('get', '*/api/dashboard', figures);
  renderScreen(<DashboardScreen />);
  expect(await screen.findByText('1,204')).toBeVisible();
  expect(screen.getByText('+12.5%')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Recent Activity' })).getByText(/Maya Chen created Eastside/)).toBeVisible();
  answer('get', '*/api/dashboard', { ...figures, total_contacts: 1205 });
  act(() => tell('contact.created'));
  expect(await screen.findByText('1,205')).toBeVisible();
});

test('without a period before there is no growth to speak of', async () => {
  answer('get', '*/api/dashboard', { ...figures, growth_rate: null });
  renderScreen(<DashboardScreen />);
  expect(await screen.findByText('N/A')).toBeVisible();
});
