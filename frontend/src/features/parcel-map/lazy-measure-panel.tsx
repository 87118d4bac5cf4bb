import { lazy, Suspense, type ComponentProps } from 'react';
import type { MeasurePanel } from './measure-panel';

const Panel = lazy(() => import('./measure-panel').then((loaded) => ({ default: loaded.MeasurePanel })));

/** The measuring panel, loaded when something is measured. */
export function LazyMeasurePanel(props: ComponentProps<typeof MeasurePanel>) {
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
