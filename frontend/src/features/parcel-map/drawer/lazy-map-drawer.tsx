import { lazy, Suspense, type ComponentProps } from 'react';
import type { MapDrawer } from './map-drawer';

const Drawer = lazy(() => import('./map-drawer').then((loaded) => ({ default: loaded.MapDrawer })));

/** The drawer, loaded when it is first opened. */
export function LazyMapDrawer(props: ComponentProps<typeof MapDrawer>) {
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  );
}
