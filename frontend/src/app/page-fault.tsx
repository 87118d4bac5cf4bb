import { Button } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { paths } from '../lib/paths';
import { Notice, PageFault } from './fault';

/** A page of the router that could not be shown. */
export function RouteFault() {
  return <PageFault fault={useRouteError()} />;
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
