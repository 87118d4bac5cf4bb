import { lazy, Suspense, type ComponentProps } from 'react';
import type { InspectPanel } from './inspect-panel';

const Panel = lazy(() => import('./inspect-panel').then((loaded) => ({ default: loaded.InspectPanel })));

/** The panel of a parcel, loaded when the first one is inspected. */
export function LazyInspectPanel(props: ComponentProps<typeof InspectPanel>) {
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
