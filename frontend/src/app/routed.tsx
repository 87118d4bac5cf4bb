import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { LoadingPage } from '../ui/loading-page';
import { followSession, guard } from './guard';
import { NotFoundPage, RouteFault } from './page-fault';
import { OpenPage } from './open-page';
import { pageRoute } from './page-route';
import { barePages, loadOpenPage, loadPage, loadShell, loadSignedIn, openPages, shellPages } from './pages';

const component = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });
const routes = (pages: Readonly<Record<string, string>>): RouteObject[] =>
  Object.entries(pages).map(([path, name]) => pageRoute(path, () => loadPage(name)));

const open = (path: string, name: string): RouteObject => ({
  path,
  lazy: async () => {
    const page = await loadOpenPage(name);
    return { Component: () => <OpenPage page={page} /> };
  },
});

function create() {
  const router = createBrowserRouter([
    {
      errorElement: <RouteFault />,
      hydrateFallbackElement: <LoadingPage />,
      children: [
        ...Object.entries(openPages).map(([path, name]) => open(path, name)),
        {
          middleware: [guard],
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
  followSession(router);
  return router;
}

/** Created when first rendered, not when imported: on import the URL may still be that of the sign-in page. */
let router: ReturnType<typeof create> | undefined;

/** The app with its router; app.tsx renders pages without a session before it is loaded. */
export function Routed() {
  router ??= create();
  return <RouterProvider router={router} />;
}
