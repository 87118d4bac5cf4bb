import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { setSessionEndHandler } from '../api/client';
import { paths } from '../lib/paths';
import { clearSession } from '../lib/session';
import { theme, variables } from '../theme';
import { DialogProvider } from '../ui/dialogs';
import { createQueries } from './queries';
import { router } from './router';

const queries = createQueries();
/** The theme is the one thing that is known before anybody has signed in. */
const schemes = localStorageColorSchemeManager({ key: 'preferred_theme' });

setSessionEndHandler(() => {
  const here = window.location.pathname;
  clearSession();
  // A screen that is still there would ask again for what is cleared, so the way to the sign-in screen comes first.
  if (here !== paths.login()) void router.navigate(paths.login(here + window.location.search)).then(() => queries.clear());
});

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={schemes} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Notifications position="top-right" zIndex={500} />
        <DialogProvider>
          <RouterProvider router={router} />
        </DialogProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
