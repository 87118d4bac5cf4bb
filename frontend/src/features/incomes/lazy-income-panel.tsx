import { LazySection } from '../../ui/lazy-section';

const load = () => import('./income-panel').then(({ IncomePanel }) => IncomePanel);

/** The incomes of a property, loaded when they are asked for. */
export function LazyIncomePanel({ propertyId }: { readonly propertyId: string }) {
  return <LazySection label="Show income" failure="The income could not be loaded." load={load} of={{ propertyId }} />;
}
