import { Center } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiProblem } from '../api/client';
import { sessionQuery } from '../api/queries/account';
import { paths } from '../lib/paths';
import { sessionState } from '../lib/session';
import { FailureBanner } from '../ui/failure-banner';
import { LoadingPage } from '../ui/loading-page';
import { followChanges } from './live-queries';

/**
 * Lets signed-in people through and sends everybody else to /login. A new tab has the flag but not the e-mail, which lives in session
 * storage: the server is asked once.
 */
export function Guard() {
  const location = useLocation();
  const state = sessionState();
  const asked = useQuery({ ...sessionQuery, enabled: state === 'unknown' });
  if (state === 'in' || (state === 'unknown' && asked.isSuccess)) return <SignedIn />;
  if (state === 'unknown' && asked.isPending) return <LoadingPage />;
  if (state === 'unknown' && asked.error instanceof ApiProblem && asked.error.status !== 401) {
    // The server is away: that says nothing about the session.
    return (
      <Center h="100%" p="md">
        <FailureBanner sentence={asked.error.message} onRetry={() => void asked.refetch()} />
      </Center>
    );
  }
  return <Navigate to={paths.login(location.pathname + location.search)} replace />;
}

/** Keeps what is on the screen fresh while somebody is signed in. */
function SignedIn() {
  const cache = useQueryClient();
  useEffect(() => followChanges(cache), [cache]);
  return <Outlet />;
}
