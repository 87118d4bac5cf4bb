import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';

/** A page's code is loaded when it is first opened, with a time-out of 120 seconds (specification, point 7). */
const loadTimeout = 120_000;

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('This page did not load in time.')), loadTimeout);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** Props of a page without a session. It may be rendered outside the router, which is not loaded for sign-in. */
export interface OpenPageProps {
  readonly go: (to: string, options?: { readonly replace?: boolean }) => void;
}

/** A file of src/routes. */
export interface PageModule {
  readonly default: ComponentType<OpenPageProps>;
  /** Requests the data that the page requires. */
  readonly loader?: LoaderFunction;
  /** Shown while that takes longer. */
  readonly Pending?: ComponentType;
  /** Shown if that fails. */
  readonly ErrorBoundary?: ComponentType;
}

const pages = import.meta.glob<PageModule>(['../routes/*.tsx', '!../routes/*.test.tsx']);

export const openPages = {
  '/login': 'login',
  '/reset-password': 'reset-password',
  '/confirm-email': 'confirm-email',
  '/unsubscribe': 'unsubscribe',
  '/sign': 'sign',
} as const;
export const barePages = { '/attachment-viewer': 'attachment-viewer', '/letter-of-intent': 'letter-of-intent' } as const;
export const shellPages = {
  '/dashboard': 'dashboard',
  '/contacts': 'contacts',
  '/companies': 'companies',
  '/projects': 'projects',
  '/profile': 'profile',
  '/map': 'map',
  '/project': 'project',
  '/sleuth-growth': 'sleuth-growth',
  '/property/:parcelNumber': 'property',
  '/property_detail': 'property-detail',
  '/deals': 'deals',
  '/tasks': 'tasks',
  '/sales': 'sales',
  '/letters': 'letters',
  '/letters/new': 'letters-new',
  '/letters/templates': 'letters-templates',
  '/letters/template': 'letters-template',
  '/email': 'email',
  '/email_campaign': 'email-campaign',
} as const;

/** Loads the page of this name from src/routes. */
export function loadPage(name: string): Promise<PageModule> {
  const load = pages[`../routes/${name}.tsx`];
  if (!load) throw new Error(`There is no page ${name}.`);
  return inTime(load());
}

export const loadOpenPage = async (name: string) => (await loadPage(name)).default;

export const loadSignedIn = () => inTime(import('./signed-in').then(({ SignedIn }) => SignedIn));
export const loadShell = () => inTime(import('./shell/shell').then(({ Shell }) => Shell));
export const loadRouted = () => inTime(import('./routed').then(({ Routed }) => Routed));

export const openPage = (pathname: string): string | undefined => Object.entries(openPages).find(([path]) => path === pathname)?.[1];

/** Starts to load the code that the router will need. Errors are ignored here, because the router's own load reports them. */
export function fetchAhead(pathname: string): void {
  const ahead: Promise<unknown>[] = [loadRouted(), loadSignedIn()];
  const bare = Object.entries(barePages).find(([path]) => path === pathname)?.[1];
  if (!bare) ahead.push(loadShell());
  const page =
    bare ?? Object.entries(shellPages).find(([path]) => path.split('/:')[0] === pathname.replace(/^(\/property)\/.*/, '$1'))?.[1];
  if (page) ahead.push(loadPage(page));
  Promise.all(ahead).catch(() => undefined);
}
