import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSessionEndHandler } from '../api/client';
import { signedIn } from '../testing/render-screen';
import { answer, unreachable } from '../testing/server';
import { Guard } from './guard';

class SilentEvents extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentEvents);
  setSessionEndHandler(() => undefined);
});

function Login() {
  return <p>sign in, then {new URLSearchParams(useLocation().search).get('next')}</p>;
}

function open() {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <Login /> },
      { element: <Guard />, children: [{ path: '/projects', element: <p>the projects</p> }] },
    ],
    { initialEntries: ['/projects?q=dock'] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('lets people in who have the flag and an e-mail', async () => {
  signedIn();
  open();
  expect(await screen.findByText('the projects')).toBeVisible();
});

it('sends everybody else to /login, and remembers where they wanted to go', async () => {
  sessionStorage.setItem('email', 'maya@meridian.example');
  open();
  expect(await screen.findByText('sign in, then /projects?q=dock')).toBeVisible();
});

it('asks the server once when a new tab has the flag but no e-mail', async () => {
  localStorage.setItem('authenticated', 'true');
  const asked = answer('get', '/api/session', {
    user_id: 'u1',
    email: 'maya@meridian.example',
    fname: 'Maya',
    role: 'admin',
    preferred_theme: 'auto',
    customer_id: 'k1',
    customer_name: 'Meridian',
  });
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
});

it('sends nobody away because the server is', async () => {
  localStorage.setItem('authenticated', 'true');
  unreachable('get', '/api/session');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Network error. Please try again.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
