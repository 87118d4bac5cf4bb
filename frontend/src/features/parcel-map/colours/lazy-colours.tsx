import { lazy, Suspense, type ComponentProps } from 'react';
import type { Colours } from './colours';

const Loaded = lazy(() => import('./colours').then((loaded) => ({ default: loaded.Colours })));

/** Coloured parcels with their legend, loaded when a colouring is first chosen. */
export function LazyColours(props: ComponentProps<typeof Colours>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
