import '../styles/signed-in';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { setSessionEndHandler } from '../api/client';
import { paths } from '../lib/paths';
import { clearSession } from '../lib/session';
import { DialogProvider } from '../ui/dialog-provider';
// Here already, for the notice that says that the network is away.
import '../ui/notice-list';
import { UnsavedGuard } from '../ui/unsaved';
import { Guard } from './guard';
import { createQueries } from './queries';

/** Around all pages of signed-in people. Its data goes with it: whoever signs in next, perhaps of another firm, begins with none. */
export function SignedIn() {
  const [queries] = useState(createQueries);
  const navigate = useNavigate();
  useEffect(() => {
    setSessionEndHandler(() => {
      const here = window.location.pathname;
      clearSession();
      // A screen that is still there would ask again for what is cleared, so the way to the sign-in screen comes first.
      if (here !== paths.login()) void Promise.resolve(navigate(paths.login(here + window.location.search))).then(() => queries.clear());
    });
  }, [navigate, queries]);
  return (
    <QueryClientProvider client={queries}>
      <DialogProvider>
        <UnsavedGuard>
          <Guard />
        </UnsavedGuard>
      </DialogProvider>
    </QueryClientProvider>
  );
}
