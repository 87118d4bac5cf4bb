import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, useNavigate, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { LoadingPage } from '../ui/loading-page';
import { NotFoundPage, RouteFault } from './page-fault';
import { barePages, loadPage, loadShell, loadSignedIn, openPages, shellPages, type OpenPageProps } from './pages';

const component = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });
const routes = (pages: Readonly<Record<string, string>>): RouteObject[] =>
  Object.entries(pages).map(([path, name]) => ({ path, lazy: component(() => loadPage(name) as Promise<ComponentType>) }));

/** A page that is open to everybody, when somebody comes to it from another. */
function open(path: string, name: string): RouteObject {
  return {
    path,
    lazy: async () => {
      const Page = await loadPage(name);
      return { Component: () => <Inside page={Page} /> };
    },
  };
}

function Inside({ page: Page }: { readonly page: ComponentType<OpenPageProps> }) {
  const navigate = useNavigate();
  return <Page go={(to, options) => void navigate(to, options)} />;
}

const create = () =>
  createBrowserRouter([
    {
      errorElement: <RouteFault />,
      hydrateFallbackElement: <LoadingPage />,
      children: [
        ...Object.entries(openPages).map(([path, name]) => open(path, name)),
        {
          lazy: component(loadSignedIn),
          children: [
            ...routes(barePages),
            {
              lazy: component(loadShell),
              children: [
                { index: true, element: <Navigate to="/dashboard" replace /> },
                { errorElement: <RouteFault />, children: routes(shellPages) },
              ],
            },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);

/** Made when it is shown, not when it is loaded: the address may still be that of the sign-in screen then. */
let router: ReturnType<typeof create> | undefined;

/** The app with its router: all but what open-pages.tsx shows. */
export function Routed() {
  router ??= create();
  return <RouterProvider router={router} />;
}
