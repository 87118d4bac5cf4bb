import { Button, Center } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useRouteError, type Location } from 'react-router';
import { ApiProblem } from '../api/client';
import { isFault, queryClient, whileAway } from '../api/query-client';
import { paths } from '../lib/paths';
import { FailureBanner } from '../ui/failure-banner';
import { LoadingPage } from '../ui/loading-page';
import { Notice, PageFault } from './fault';

/** A page of the router that could not be shown. */
export function RouteFault() {
  const fault = useRouteError();
  if (!(fault instanceof ApiProblem)) return <PageFault fault={fault} />;
  return (
    <Center h="100%" p="md">
      <RouteFailure />
    </Center>
  );
}

/** Opens the page again. The router's own `revalidate` leaves a failure where it is when it takes less than a frame. */
export function useReopen(): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as Location<unknown>;
  // The map writes its view into the address without the router.
  return async () => navigate({ pathname, search, hash: window.location.hash }, { replace: true, state });
}

interface RouteFailureProps {
  readonly title?: string;
  /** What is said of it; what the server said where nothing else is given. */
  readonly sentence?: (problem: ApiProblem) => string;
}

/** For the `ErrorBoundary` of a page: data that the page cannot be drawn without did not come. It is asked for again by itself while a part is away. */
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

  // A fault of the program has a page of its own around this one.
  if (!(fault instanceof ApiProblem)) throw fault;
  // The sign-in screen is on its way.
  if (fault.status === 401) return <LoadingPage />;
  return <FailureBanner title={title} sentence={sentence(fault)} retrying={retrying} onRetry={() => void tryAgain()} />;
}

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Notice title="There is nothing at this address" sentence="The link may be old, or mistyped.">
      <Button component={Link} to={paths.dashboard}>
        Go to the dashboard
      </Button>
    </Notice>
  );
}
