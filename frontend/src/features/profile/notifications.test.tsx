import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { NotificationsTab } from './notifications-tab';

const setup = () => userEvent.setup({ delay: null });
const url = 'https://sitewright.example/api/parcel_feed/secret';

beforeEach(() => {
  answer('get', '/property_api/calendar_feed', { created_at: null });
});

it('changes how often a digest is mailed', async () => {
  answer('get', '/api/parcel_watch', { digest: 'daily', feed_created_at: null });
  const asked = answer('put', '/api/parcel_watch', { digest: 'off', feed_created_at: null });
  const user = setup();
  renderScreen(<NotificationsTab />);
  expect(await screen.findByRole('radio', { name: 'Daily' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Off' }));
  await waitFor(() => expect(asked).toEqual([{ digest: 'off' }]));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Off' })).toBeChecked());
});

it('shows the address of a new feed once, and ends the feed', async () => {
  answer('get', '/api/parcel_watch', { digest: 'daily', feed_created_at: null });
  answer('post', '/api/create_parcel_feed', { url, feed_created_at: '2026-11-20T12:00:00Z' });
  const ended = answer('post', '/api/revoke_parcel_feed', { digest: 'daily', feed_created_at: null });
  const user = setup();
  const { unmount } = renderScreen(<NotificationsTab />);
  expect(await screen.findByText('You have no feed.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create Feed' }));
  expect(await screen.findByLabelText('Address of the feed')).toHaveValue(url);
  expect(screen.getByText('You have a feed since Nov 20, 2026.')).toBeVisible();
  unmount();
  answer('get', '/api/parcel_watch', { digest: 'daily', feed_created_at: '2026-11-20T12:00:00Z' });
  renderScreen(<NotificationsTab />);
  await user.click(await screen.findByRole('button', { name: 'End Feed' }));
  expect(screen.queryByLabelText('Address of the feed')).not.toBeInTheDocument();
  await user.click((await screen.findAllByRole('button', { name: 'End Feed' })).at(-1) as HTMLElement);
  await waitFor(() => expect(ended).toHaveLength(1));
  expect(await screen.findByText('You have no feed.')).toBeVisible();
});

it('shows the address of a calendar once, and makes a new one only when asked twice', async () => {
  answer('get', '/api/parcel_watch', { digest: 'daily', feed_created_at: null });
  const address = 'https://sitewright.example/property_api/calendar/secret.ics';
  const made = answer('post', '/property_api/calendar_feed', { url: address, created_at: '2026-11-20T12:00:00Z' });
  const user = setup();
  renderScreen(<NotificationsTab />);
  await user.click(await screen.findByRole('button', { name: 'Create Calendar' }));
  expect(await screen.findByLabelText('Address of the calendar')).toHaveValue(address);
  expect(screen.getByText('You have a calendar since Nov 20, 2026.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make a new address' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(made).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Make a new address' }));
  await waitFor(() => expect(made).toHaveLength(2));
  const ended = answer('post', '/property_api/calendar_feed/end', { created_at: null });
  await user.click(screen.getByRole('button', { name: 'End Calendar' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End Calendar' }));
  expect(await screen.findByText('You have no calendar.')).toBeVisible();
  expect(ended).toHaveLength(1);
  expect(screen.queryByLabelText('Address of the calendar')).not.toBeInTheDocument();
});
