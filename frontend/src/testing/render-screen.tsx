import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { followChanges } from '../app/live-queries';
import { theme } from '../theme';
import { DialogProvider } from '../ui/dialog-provider';
import { UnsavedGuard } from '../ui/unsaved';

/** Renders a screen with the app's providers, without retries and animations. Other URLs render their path only. */
export function renderScreen(screen: ReactNode, at = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const guarded = (
    <UnsavedGuard>
      <Follow queries={queries} />
      <Outlet />
    </UnsavedGuard>
  );
  const pages = [
    { path: '/elsewhere', element: <p>another page</p> },
    { path: '*', element: screen },
  ];
  const router = createMemoryRouter([{ element: guarded, children: pages }], { initialEntries: [at] });
  const shown = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        <DialogProvider>
          <RouterProvider router={router} />
        </DialogProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, router };
}

function Follow({ queries }: { readonly queries: QueryClient }) {
  useEffect(() => followChanges(queries), [queries]);
  return null;
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
