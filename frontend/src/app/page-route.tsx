import { Suspense, type ComponentType } from 'react';
import { useLocation, type RouteObject } from 'react-router';
import { LoadingPage } from '../ui/loading-page';
import type { PageModule } from './pages';

/** The route of a page whose code is loaded when first opened: data first, then the page, with one loading state and one error state. */
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

/** Mounts the page anew when the URL names another project or parcel, so that no input or content of the previous one remains. */
function PageOf({ page: Page, pending: Pending }: { readonly page: ComponentType; readonly pending: ComponentType }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  return (
    <Suspense key={[pathname, query.get('project_id'), query.get('parcel_number')].join(' ')} fallback={<Pending />}>
      <Page />
    </Suspense>
  );
}
