import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { simulateLayout } from '../testing/layout';
import { renderPage } from '../testing/render-screen';
import { answer, server, unreachable } from '../testing/server';
import * as page from './companies';

const first = { companies: [{ company_id: 'k1', company_name: 'Bayou Steel' }], total: 2, next_cursor: 'two' };
const second = { companies: [{ company_id: 'k2', company_name: 'Cedar Retail' }], total: 2, next_cursor: null };

/** The first page as usual; the second fails until it is mended. Returns the requests for the second page. */
function failingSecondPage() {
  const state = { asked: 0, mended: false };
  server.use(
    http.get('/api/get_companies', ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor')) return HttpResponse.json(first);
      state.asked += 1;
      return state.mended ? HttpResponse.json(second) : HttpResponse.json({}, { status: 503 });
    }),
  );
  return state;
}

it('is shown with its companies when the answer is there at once', async () => {
  const asked = answer('get', '/api/get_companies', { ...first, next_cursor: null });
  const { router } = renderPage('/companies', page, '/elsewhere');
  expect(await screen.findByText('another page')).toBeVisible();
  await act(() => router.navigate('/companies'));
  expect(screen.getByRole('article', { name: 'Bayou Steel' })).toBeVisible();
  expect(asked[0]).toBe('?limit=100');
});

it('says when the companies cannot be loaded, and loads them again', async () => {
  answer('get', '/api/get_companies', {}, 503);
  renderPage('/companies', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load companies');
  answer('get', '/api/get_companies', { ...first, next_cursor: null });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Bayou Steel' })).toBeVisible();
});

it('keeps what is shown when a later page fails, and requests it again on ‘Try again’ only', async () => {
  simulateLayout(200);
  const state = failingSecondPage();
  renderPage('/companies', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load companies');
  expect(screen.getByRole('article', { name: 'Bayou Steel' })).toBeVisible();
  // Long enough for further requests, if any were sent.
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(state.asked).toBe(1);
  state.mended = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Cedar Retail' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps what is shown, and the typed words, when a search fails', async () => {
  answer('get', '/api/get_companies', { ...first, next_cursor: null });
  renderPage('/companies', page);
  await screen.findByRole('article', { name: 'Bayou Steel' });
  unreachable('get', '/api/get_companies');
  await userEvent.type(screen.getByRole('searchbox'), 'cedar');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load companies');
  expect(screen.getByRole('article', { name: 'Bayou Steel' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('cedar');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  answer('get', '/api/get_companies', second);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Cedar Retail' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Bayou Steel' })).not.toBeInTheDocument());
});
