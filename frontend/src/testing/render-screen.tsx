import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { queryClient } from '../api/query-client';
import { followChanges } from '../app/live-queries';
import { RouteFault } from '../app/page-fault';
import { pageRoute } from '../app/page-route';
import type { PageModule } from '../app/pages';
import { theme } from '../theme';
import { DialogProvider } from '../ui/dialog-provider';
import { UnsavedGuard } from '../ui/unsaved';

/** Renders a screen with the app's providers, without retries and animations; `/elsewhere` is another page. */
export function renderScreen(screen: ReactNode, at = '/') {
  return renderRoute({ path: '*', element: <Suspense fallback="waiting">{screen}</Suspense> }, at);
}

/** The same for a page of src/routes with its loader, and what it shows while it waits and where it fails. */
export function renderPage(path: string, page: PageModule, at = path) {
  return renderRoute(
    pageRoute(path, () => Promise.resolve(page)),
    at,
  );
}

function renderRoute(route: RouteObject, at: string) {
  const pages = [{ path: '/elsewhere', element: <p>another page</p> }, route];
  const router = createMemoryRouter(
    [{ element: <Around />, errorElement: <RouteFault />, hydrateFallbackElement: <p>starting</p>, children: pages }],
    { initialEntries: [at] },
  );
  const shown = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <DialogProvider>
          <RouterProvider router={router} />
        </DialogProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, router };
}

function Around() {
  useEffect(() => followChanges(queryClient), []);
  return (
    <UnsavedGuard>
      <Outlet />
    </UnsavedGuard>
  );
}

/** Stores a sign-in like the login screen. */
export function signedIn(role: 'admin' | 'user' = 'user'): void {
  localStorage.setItem('authenticated', 'true');
  localStorage.setItem('role', role);
  sessionStorage.setItem('role', role);
  sessionStorage.setItem('email', 'maya@meridian.example');
  sessionStorage.setItem('fname', 'Maya');
  sessionStorage.setItem('user_id', '00000000-0000-7000-8000-000000000001');
}
