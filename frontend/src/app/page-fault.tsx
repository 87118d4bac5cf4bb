import { Button, Center } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useRouteError, type Location } from 'react-router';
import { ApiProblem } from '../api/client';
import { isFault, queryClient, whileAway } from '../api/query-client';
import { paths } from '../lib/paths';
import { FailureBanner } from '../ui/failure-banner';
import { LoadingPage } from '../ui/loading-page';
import { Notice, PageFault } from './fault';

/** Error page of the router. */
export function RouteFault() {
  const fault = useRouteError();
  if (!(fault instanceof ApiProblem)) return <PageFault fault={fault} />;
  return (
    <Center h="100%" p="md">
      <RouteFailure />
    </Center>
  );
}

/** Navigates to the page again, because the router's `revalidate` keeps the error if it completes within a frame. */
export function useReopen(): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as Location<unknown>;
  // The map writes its view to the URL without the router.
  return async () => navigate({ pathname, search, hash: window.location.hash }, { replace: true, state });
}

interface RouteFailureProps {
  readonly title?: string;
  /** The message for the error; by default the server's. */
  readonly sentence?: (problem: ApiProblem) => string;
}

/** For the `ErrorBoundary` of a page: required data could not be loaded. Retries by itself while the server is unavailable. */
export function RouteFailure({ title, sentence = ({ message }) => message }: RouteFailureProps) {
  const thrown = useRouteError();
  const reopen = useReopen();
  const [fault, setFault] = useState(thrown);
  const [retrying, setRetrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setRetrying(true);
    try {
      await queryClient.refetchQueries({ predicate: ({ state }) => state.error === fault }, { throwOnError: true });
      await reopen();
    } catch (reason) {
      setFault(reason);
    }
    setRetrying(false);
  }

  const again = useEffectEvent(() => void tryAgain());
  useEffect(() => {
    if (retrying || !isFault(fault)) return;
    const timer = setTimeout(again, whileAway);
    return () => clearTimeout(timer);
  }, [retrying, fault]);

  // Other errors are defects; the outer error page handles them.
  if (!(fault instanceof ApiProblem)) throw fault;
  // The router is about to show the sign-in page.
  if (fault.status === 401) return <LoadingPage />;
  return <FailureBanner title={title} sentence={sentence(fault)} retrying={retrying} onRetry={() => void tryAgain()} />;
}

/** Shown for unknown URLs. */
export function NotFoundPage() {
  return (
    <Notice title="Page not found" sentence="The link may be outdated or mistyped.">
      <Button component={Link} to={paths.dashboard}>
        Go to the dashboard
      </Button>
    </Notice>
  );
}
