import '../styles/signed-in';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client';
import { DialogProvider } from '../ui/dialog-provider';
// Here already, for the notice that says that the network is away.
import '../ui/notice-list';
import { UnsavedGuard } from '../ui/unsaved';
import { followChanges } from './live-queries';

/** Around all pages of signed-in people; keeps what they show fresh. */
export function SignedIn() {
  useEffect(() => followChanges(queryClient), []);
  return (
    <QueryClientProvider client={queryClient}>
      <DialogProvider>
        <UnsavedGuard>
          <Outlet />
        </UnsavedGuard>
      </DialogProvider>
    </QueryClientProvider>
  );
}
