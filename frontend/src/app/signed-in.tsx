import '../styles/signed-in';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client';
import { DialogProvider } from '../ui/dialog-provider';
// Imported early, because it could not be loaded when the network is lost.
import '../ui/notice-list';
import { UnsavedGuard } from '../ui/unsaved';
import { followChanges } from './live-queries';

/** Around all signed-in pages; keeps their data current. */
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
