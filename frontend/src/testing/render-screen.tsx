import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { theme } from '../theme';
import { DialogProvider } from '../ui/dialogs';

/** Shows a screen with all that the app puts around it, without retries and without animation. */
export function renderScreen(screen: ReactNode, at = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        <DialogProvider>
          <MemoryRouter initialEntries={[at]}>{screen}</MemoryRouter>
        </DialogProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Remembers a sign-in as the login screen would. */
export function signedIn(role: 'admin' | 'user' = 'user'): void {
  localStorage.setItem('authenticated', 'true');
  localStorage.setItem('role', role);
  sessionStorage.setItem('role', role);
  sessionStorage.setItem('email', 'maya@meridian.example');
  sessionStorage.setItem('fname', 'Maya');
  sessionStorage.setItem('user_id', '00000000-0000-7000-8000-000000000001');
}
