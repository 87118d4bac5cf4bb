import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { simulateLayout } from '../testing/layout';
import { renderPage } from '../testing/render-screen';
import { answer, server, unreachable } from '../testing/server';
import { tell } from '../testing/stream';
import * as page from './projects';

const project = (id: string, name: string) => ({
  project_id: id,
  project_name: name,
  category: 'Site Selection',
  description: 'Corner lots',
  state_name: 'Texas',
  additional_filter: 'None',
  status: 'active',
  progress: 20,
  created_at: '2026-11-12T12:00:00Z',
  property_count: 2,
  version: 1,
});
const all = [project('p1', 'Houston infill'), project('p2', 'Reno logistics'), project('p3', 'Dallas dock')];

/** A server with pages of one project; page `failing` fails. */
function firm() {
  const state = { projects: all, failing: -1, asked: 0 };
  server.use(
    http.get('/api/projects', ({ request }) => {
      const place = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      state.asked += 1;
      if (place === state.failing) return HttpResponse.json({}, { status: 503 });
      const next_cursor = place + 1 < state.projects.length ? String(place + 1) : null;
      return HttpResponse.json({ projects: state.projects.slice(place, place + 1), total: state.projects.length, next_cursor });
    }),
  );
  return state;
}

const card = (name: string) => screen.findByRole('article', { name });
const cards = () => screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'));

it('says when the projects cannot be loaded', async () => {
  answer('get', '/api/projects', { error: 'whatever' }, 500);
  renderPage('/projects', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load projects');
  expect(screen.getByRole('heading', { name: 'Projects' })).toBeVisible();
});

it('is shown with its projects when the answer is there at once', async () => {
  const asked = answer('get', '/api/projects', { projects: all, total: 3, next_cursor: null });
  const { router } = renderPage('/projects', page, '/elsewhere');
  expect(await screen.findByText('another page')).toBeVisible();
  await act(() => router.navigate('/projects'));
  expect(screen.getByRole('article', { name: 'Houston infill' })).toBeVisible();
  expect(asked[0]).toBe('?limit=100');
});

it('shows the projects with the status of its address, and all of them at the address without one', async () => {
  const asked = answer('get', '/api/projects', { projects: all, total: 3, next_cursor: null });
  answer('get', '/api/list_views', { list_views: [] });
  const { router } = renderPage('/projects', page, '/projects?status=active');
  await card('Houston infill');
  expect(new Set(asked)).toEqual(new Set(['?status=active&limit=100']));
  expect(screen.getByText('3 projects')).toBeVisible();
  answer('get', '/api/states', []);
  await userEvent.click(screen.getByRole('button', { name: 'New Project' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Create New Project' })).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.search).toBe('?status=active'));
  await act(() => router.navigate('/projects'));
  await waitFor(() => expect(asked.at(-1)).toBe('?limit=100'));
});

it('deletes a project of a later page, and restores it to its place', async () => {
  const state = firm();
  renderPage('/projects', page);
  await card('Dallas dock');
  await userEvent.click(screen.getByRole('button', { name: 'Menu of Reno logistics' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  server.use(
    http.post('/api/delete_project', () => {
      state.projects = all.filter(({ project_id }) => project_id !== 'p2');
      return HttpResponse.json({ success: true });
    }),
    http.post('/api/restore_project', () => {
      state.projects = all;
      return HttpResponse.json({ success: true });
    }),
  );
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await card('Reno logistics');
  expect(cards()).toEqual(['Houston infill', 'Reno logistics', 'Dallas dock']);
  expect(screen.getByText('3 projects')).toBeVisible();
});

it('hides a deleted project at once, also when the list cannot be refreshed', async () => {
  const state = firm();
  answer('post', '/api/delete_project', { success: true });
  renderPage('/projects', page);
  await card('Dallas dock');
  await userEvent.click(screen.getByRole('button', { name: 'Menu of Dallas dock' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  state.failing = 0;
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to load projects')).toBeVisible();
  expect(cards()).toEqual(['Houston infill', 'Reno logistics']);
});

it('keeps what is shown when a later page fails, and loads it on ‘Try again’', async () => {
  simulateLayout(200);
  const state = firm();
  state.failing = 1;
  renderPage('/projects', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load projects');
  expect(cards()).toEqual(['Houston infill']);
  state.failing = -1;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await card('Dallas dock');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps what is shown, and the typed words, when a search fails', async () => {
  answer('get', '/api/projects', { projects: all, total: 3, next_cursor: null });
  renderPage('/projects', page);
  await card('Houston infill');
  unreachable('get', '/api/projects');
  await userEvent.type(screen.getByRole('searchbox'), 'dock');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load projects');
  expect(cards()).toHaveLength(3);
  expect(screen.getByRole('searchbox')).toHaveValue('dock');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

it('shows on all loaded pages what a colleague changed', async () => {
  const state = firm();
  renderPage('/projects', page);
  await card('Dallas dock');
  state.projects = [project('p0', 'Austin yard'), ...all];
  act(() => tell('projects_changed'));
  await card('Austin yard');
  await waitFor(() => expect(cards()).toEqual(['Austin yard', 'Houston infill', 'Reno logistics', 'Dallas dock']));
});
