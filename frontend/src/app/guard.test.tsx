import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MantineProvider } from '@mantine/core';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionFetch } from '../api/client';
import { queryClient } from '../api/query-client';
import { matchingProjectsQuery } from '../api/queries/projects';
import { signedIn } from '../testing/render-screen';
import { answer, unreachable } from '../testing/server';
import { followSession, guard } from './guard';
import { OpenPage } from './open-page';
import { RouteFault } from './page-fault';

const session = {
  user_id: 'u1',
  email: 'maya@meridian.example',
  fname: 'Maya',
  role: 'admin',
  preferred_theme: 'auto',
  customer_id: 'k1',
  customer_name: 'Meridian',
};
const projects = matchingProjectsQuery('');
const load = vi.fn(() => null);
afterEach(() => load.mockClear());

function Login() {
  return <p>sign in, then {new URLSearchParams(useLocation().search).get('next')}</p>;
}

function open(at = '/projects?q=dock') {
  const router = createMemoryRouter(
    [
      {
        errorElement: <RouteFault />,
        hydrateFallbackElement: <p>starting</p>,
        children: [
          { path: '/login', element: <OpenPage page={Login} /> },
          { middleware: [guard], children: [{ path: '/projects', loader: load, element: <p>the projects</p> }] },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  followSession(router);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}

it('lets people in who have the flag and an e-mail', async () => {
  signedIn();
  open();
  expect(await screen.findByText('the projects')).toBeVisible();
});

it('sends everybody else to /login before anything is loaded, and remembers where they wanted to go', async () => {
  sessionStorage.setItem('email', 'maya@meridian.example');
  open();
  expect(await screen.findByText('sign in, then /projects?q=dock')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

it('asks the server once when a new tab has the flag but no e-mail', async () => {
  localStorage.setItem('authenticated', 'true');
  const asked = answer('get', '/api/session', session);
  open();
  expect(await screen.findByText('the projects')).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(sessionStorage.getItem('email')).toBe('maya@meridian.example');
  expect(sessionStorage.getItem('role')).toBe('admin');
});

it('sends a new tab to /login when the session is over', async () => {
  localStorage.setItem('authenticated', 'true');
  answer('get', '/api/session', {}, 401);
  answer('post', '/api/refresh', {}, 401);
  open();
  expect(await screen.findByText('sign in, then /projects?q=dock')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

it('sends nobody away because the server is', async () => {
  localStorage.setItem('authenticated', 'true');
  unreachable('get', '/api/session');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Network error. Please try again.');
  answer('get', '/api/session', session);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the projects')).toBeVisible();
});

it('leads to /login when a call finds that the session has ended, and keeps nothing of it', async () => {
  signedIn();
  open();
  await screen.findByText('the projects');
  queryClient.setQueryData(projects.queryKey, { projects: [], next_cursor: null, total: 0, totals: null });
  answer('get', '/api/projects', {}, 401);
  answer('post', '/api/refresh', {}, 401);
  await sessionFetch(new Request(`${window.location.origin}/api/projects`));
  expect(await screen.findByText('sign in, then /projects?q=dock')).toBeVisible();
  expect(localStorage.getItem('authenticated')).toBeNull();
  // The sign-in screen removes it in an effect, which may run after the text appears.
  await waitFor(() => expect(queryClient.getQueryData(projects.queryKey)).toBeUndefined());
});

it('shows nobody what was loaded for somebody else', async () => {
  signedIn();
  const router = open();
  await screen.findByText('the projects');
  queryClient.setQueryData(projects.queryKey, { projects: [], next_cursor: null, total: 0, totals: null });
  await router.navigate('/projects?q=pier');
  expect(queryClient.getQueryData(projects.queryKey)).toBeDefined();
  sessionStorage.setItem('user_id', 'somebody else');
  await router.navigate('/projects?q=quay');
  expect(queryClient.getQueryData(projects.queryKey)).toBeUndefined();
});
