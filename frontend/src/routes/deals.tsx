import { useQuery } from '@tanstack/react-query';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { dealsQuery } from '../api/queries/deals';
import { projectQuery } from '../api/queries/projects';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { dealsFilterOf, dealsWords } from '../features/pipeline/deals-filter';
import { DealsScreen } from '../features/pipeline/deals-screen';
import { Page } from '../ui/page';

export const loader = (call: LoaderFunctionArgs) => prefetch(dealsQuery(dealsFilterOf(searchOf(call))));

/** /deals: the deals behind a figure of the dashboard. */
export default function DealsPage() {
  const [query] = useSearchParams();
  const filter = dealsFilterOf(query);
  const project = useQuery({ ...projectQuery(filter.project_id ?? ''), enabled: filter.project_id !== undefined });
  const name = query.get('of') ?? project.data?.project_name;
  return (
    <Page title="Deals" note={name ? `${name}: ${dealsWords(filter).toLowerCase()}` : dealsWords(filter)}>
      <DealsScreen key={query.toString()} filter={filter} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Deals">
      <RouteFailure />
    </Page>
  );
}
