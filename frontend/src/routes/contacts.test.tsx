import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../testing/render-screen';
import { answer, server, unreachable } from '../testing/server';
import { tell } from '../testing/stream';
import * as page from './contacts';

const ada = {
  contact_id: 'c1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@engine.example',
  phone_number: null,
  company_name: null,
  title: null,
  job_title: null,
};

beforeEach(() => void answer('get', '/api/get_contact_filters', { tags: [] }));

it('reads ‘Loading contacts...’ while they take long', async () => {
  server.use(
    http.get('/api/get_all_contacts', async () => {
      await delay(800);
      return HttpResponse.json({ contacts: [ada] });
    }),
  );
  renderPage('/contacts', page);
  expect(await screen.findByText('Loading contacts...')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  expect(await screen.findByText('Ada Lovelace')).toBeVisible();
});

it('says nothing of loading when the answer is there at once', async () => {
  answer('get', '/api/get_all_contacts', { contacts: [ada] });
  const { router } = renderPage('/contacts', page, '/elsewhere');
  expect(await screen.findByText('another page')).toBeVisible();
  await act(() => router.navigate('/contacts'));
  expect(screen.getByText('Ada Lovelace')).toBeVisible();
});

it('says what the server said when they cannot be loaded', async () => {
  answer('get', '/api/get_all_contacts', { error: 'The directory is being repaired.' }, 503);
  renderPage('/contacts', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('The directory is being repaired.');
  answer('get', '/api/get_all_contacts', {}, 503);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Failed to load contacts')).toBeVisible();
});

it('keeps list and search when a later load fails', async () => {
  answer('get', '/api/get_all_contacts', { contacts: [ada] });
  renderPage('/contacts', page);
  await userEvent.type(await screen.findByRole('searchbox'), 'love');
  unreachable('get', '/api/get_all_contacts');
  act(() => tell('contact.created'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load contacts');
  expect(screen.getByText('Ada Lovelace')).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('love');
});
