import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ComponentProps } from 'react';
import type { DealPanel } from './deal-panel';

const Panel = lazy(() => import('./deal-panel').then((loaded) => ({ default: loaded.DealPanel })));

/** The panel of a property's deals, loaded after the property. */
export function LazyDealPanel(props: ComponentProps<typeof DealPanel>) {
  return (
    <Suspense fallback={<Skeleton h={240} />}>
      <Panel {...props} />
    </Suspense>
  );
}
