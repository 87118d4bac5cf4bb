import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { theme, variables } from '../theme';
import { LoadingPage } from '../ui/loading-page';
import { PageFault } from './fault';
import { loadOpenPage, loadRouted, openPage, type OpenPageProps } from './pages';

/** Stored in the browser, so that the theme is known before sign-in. */
const schemes = localStorageColorSchemeManager({ key: 'preferred_theme' });

/** Providers of every page. Pages without a session start without the router and its dependencies. */
export function App() {
  const [path, setPath] = useState(window.location.pathname);
  const name = openPage(path);
  useEffect(() => {
    if (!name) return;
    const moved = (): void => setPath(window.location.pathname);
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, [name]);

  function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
    if (replace) window.history.replaceState(null, '', to);
    else window.history.pushState(null, '', to);
    setPath(window.location.pathname);
  }

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      // Writes all variables, because Mantine's default style sheet is not loaded.
      deduplicateCssVariables={false}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <Notices />
      {/* Once rendered, the router handles all navigation, also to the sign-in page. */}
      {name ? <Loaded key={name} load={() => loadOpenPage(name)} go={go} /> : <Loaded key="routed" load={loadRouted} go={go} />}
    </MantineProvider>
  );
}

interface LoadedProps extends OpenPageProps {
  readonly load: () => Promise<ComponentType<OpenPageProps>>;
}

function Loaded({ load, go }: LoadedProps) {
  const [part, setPart] = useState<ComponentType<OpenPageProps>>();
  const [fault, setFault] = useState<unknown>();
  const [start] = useState(() => load);
  useEffect(() => {
    start().then((loaded) => setPart(() => loaded), setFault);
  }, [start]);
  const Part = part;
  if (fault !== undefined) return <PageFault fault={fault} />;
  return Part ? <Part go={go} /> : <LoadingPage />;
}

const NoticeList = lazy(async () => ({ default: (await import('../ui/notice-list')).NoticeList }));

/** The list of notices, rendered from the first notice on, because the sign-in page has none. */
function Notices() {
  const { notifications } = useNotifications();
  const [begun, setBegun] = useState(false);
  if (!begun && notifications.length > 0) setBegun(true);
  return begun ? (
    <Suspense>
      <NoticeList />
    </Suspense>
  ) : null;
}
