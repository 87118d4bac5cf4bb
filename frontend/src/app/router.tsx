import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import { LoadingPage } from '../ui/loading-page';
import { UnsavedGuard } from '../ui/unsaved';
import { Guard } from './guard';
import { NotFoundPage, PageFault } from './page-fault';
import { Shell } from './shell/shell';

/** A page's code is loaded when it is first opened; a load that hangs is given up after 120 seconds (specification, point 7). */
const loadTimeout = 120_000;

const pages = import.meta.glob<{ default: ComponentType }>('../routes/*.tsx');

/** The page in src/routes of this name, as react-router loads it. */
function page(name: string) {
  return async () => {
    const load = pages[`../routes/${name}.tsx`];
    if (!load) throw new Error(`There is no page ${name}.`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('This page did not load in time.')), loadTimeout);
    });
    const { default: Component } = await Promise.race([load(), late]).finally(() => clearTimeout(timer));
    return { Component };
  };
}

export const router = createBrowserRouter([
  {
    element: (
      <UnsavedGuard>
        <Outlet />
      </UnsavedGuard>
    ),
    errorElement: <PageFault />,
    hydrateFallbackElement: <LoadingPage />,
    children: [
      { path: '/login', lazy: page('login') },
      { path: '/reset-password', lazy: page('reset-password') },
      { path: '/confirm-email', lazy: page('confirm-email') },
      { path: '/unsubscribe', lazy: page('unsubscribe') },
      {
        element: <Guard />,
        children: [
          { path: '/attachment-viewer', lazy: page('attachment-viewer') },
          { path: '/letter-of-intent', lazy: page('letter-of-intent') },
          {
            element: <Shell />,
            children: [
              { index: true, element: <Navigate to="/dashboard" replace /> },
              {
                errorElement: <PageFault />,
                children: [
                  { path: '/dashboard', lazy: page('dashboard') },
                  { path: '/contacts', lazy: page('contacts') },
                  { path: '/companies', lazy: page('companies') },
                  { path: '/projects', lazy: page('projects') },
                  { path: '/profile', lazy: page('profile') },
                  { path: '/map', lazy: page('map') },
                  { path: '/project', lazy: page('project') },
                  { path: '/sleuth-growth', lazy: page('sleuth-growth') },
                  { path: '/property/:parcelNumber', lazy: page('property') },
                  { path: '/property_detail', lazy: page('property-detail') },
                  { path: '/email', lazy: page('email') },
                  { path: '/email_campaign', lazy: page('email-campaign') },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);
