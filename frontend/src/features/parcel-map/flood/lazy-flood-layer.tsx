import { lazy, Suspense, type ComponentProps } from 'react';
import type { FloodLayer } from './flood-layer';

const Loaded = lazy(() => import('./flood-layer').then((loaded) => ({ default: loaded.FloodLayer })));

/** Flood zones with their legend, loaded when they are first shown. */
export function LazyFloodLayer(props: ComponentProps<typeof FloodLayer>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
