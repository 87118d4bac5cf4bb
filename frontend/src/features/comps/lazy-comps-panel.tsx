import { LazySection } from '../../ui/lazy-section';
import type { AreaMap, Place } from './county-sales';

const load = () => import('./comps-panel').then(({ CompsPanel }) => CompsPanel);

interface Props {
  readonly propertyId: string;
  readonly place: Place;
  readonly areaMap: AreaMap;
}

/** The comparable sales of a property, loaded when they are asked for. */
export function LazyCompsPanel(of: Props) {
  return <LazySection label="Show comparable sales" failure="The comparable sales could not be loaded." load={load} of={of} />;
}
