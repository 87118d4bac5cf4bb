import { Suspense, type ComponentType } from 'react';
import { useLocation, type RouteObject } from 'react-router';
import { LoadingPage } from '../ui/loading-page';
import type { PageModule } from './pages';

/** The route of a page, whose code comes when it is first opened: data first, then the page; one state of waiting and one of failure. */
export function pageRoute(path: string, load: () => Promise<PageModule>): RouteObject {
  return {
    path,
    lazy: async () => {
      const { default: page, Pending = LoadingPage, loader, ErrorBoundary } = await load();
      return {
        Component: () => <PageOf page={page as ComponentType} pending={Pending} />,
        ...(loader && { loader }),
        ...(ErrorBoundary && { ErrorBoundary }),
      };
    },
  };
}

/** A page begins anew with another subject: neither what was typed nor what was shown of the one before may stay. */
function PageOf({ page: Page, pending: Pending }: { readonly page: ComponentType; readonly pending: ComponentType }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  return (
    <Suspense key={[pathname, query.get('project_id'), query.get('parcel_number')].join(' ')} fallback={<Pending />}>
      <Page />
    </Suspense>
  );
}
