import { LazySection } from '../../ui/lazy-section';
import type { AreaMap } from './area-map';

const load = () => import('./area-map').then((loaded) => loaded.AreaMap);

/** A small map on which an area is drawn, loaded when it is asked for. */
export function LazyAreaMap(of: Parameters<typeof AreaMap>[0]) {
  return <LazySection failure="The map could not be loaded." load={load} of={of} />;
}
