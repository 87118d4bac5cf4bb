import { lazy, Suspense, type ComponentProps } from 'react';
import type { GrowthLayer } from './growth-layer';

const Loaded = lazy(() => import('./growth-layer').then((loaded) => ({ default: loaded.GrowthLayer })));

/** A growth simulation on the map with its legend, loaded when one is first chosen. */
export function LazyGrowthLayer(props: ComponentProps<typeof GrowthLayer>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
