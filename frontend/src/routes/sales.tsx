import { useSearchParams } from 'react-router';
import { RouteFailure } from '../app/page-fault';
import { SalesScreen } from '../features/comps/sales-screen';
import { Page } from '../ui/page';

/** /sales: the firm's comparable sales, one of them open. */
export default function SalesPage() {
  const [query, setQuery] = useSearchParams();
  const q = query.get('q') ?? '';
  return (
    <Page title="Comparable Sales">
      <SalesScreen
        key={q}
        q={q}
        shown={query.get('comp_id')}
        onShow={(compId) => setQuery({ ...(q && { q }), ...(compId !== null && { comp_id: compId }) }, { replace: true })}
      />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Comparable Sales">
      <RouteFailure />
    </Page>
  );
}
