import { lazy, Suspense, type ComponentProps } from 'react';
import type { SelectionLayer } from './selection-layer';

const Layer = lazy(() => import('./selection-layer').then((loaded) => ({ default: loaded.SelectionLayer })));

/** What is above the map while parcels are selected, loaded when a selection begins. */
export function LazySelectionLayer(props: ComponentProps<typeof SelectionLayer>) {
  const { tool, open, asking } = props.selection;
  if (!tool && !open && !asking) return null;
  return (
    <Suspense fallback={null}>
      <Layer {...props} />
    </Suspense>
  );
}
