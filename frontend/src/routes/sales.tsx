import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { RouteFailure } from '../app/page-fault';
import { SalesScreen } from '../features/comps/sales-screen';
import { Page } from '../ui/page';

/** /sales: the firm's comparable sales, one of them open; `?new` opens the form of a new one. */
export default function SalesPage() {
  const [query, setQuery] = useSearchParams();
  const q = query.get('q') ?? '';
  const show = (open: Readonly<Record<string, string>>): void => setQuery({ ...(q && { q }), ...open }, { replace: true });
  return (
    <Page
      title="Comparable Sales"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => show({ new: '' })}>
          Add Sale
        </Button>
      }
    >
      <SalesScreen
        key={q}
        q={q}
        shown={query.get('comp_id')}
        onShow={(compId) => show(compId === null ? {} : { comp_id: compId })}
        adding={query.has('new')}
        onAdding={(adding) => show(adding ? { new: '' } : {})}
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
