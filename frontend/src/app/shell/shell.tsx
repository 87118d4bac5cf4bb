import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Header } from './header';
import { useShellKeys } from './keys';
import { ProjectBar } from './project-bar';
import { Sidebar } from './sidebar';
import classes from './shell.module.css';

const CommandSearch = lazy(() => import('./command-search').then((loaded) => ({ default: loaded.CommandSearch })));
const KeysHelp = lazy(() => import('./keys-help').then((loaded) => ({ default: loaded.KeysHelp })));

const headerHeight = 56;
const projectBarHeight = 44;
const railWidth = 64;
const sidebarWidth = 224;

/** Layout of the signed-in screens: header, sidebar and page. */
export function Shell() {
  const { pathname } = useLocation();
  const [wide, setWide] = useLocalStorage({ key: 'sidebar_wide', defaultValue: true });
  const [open, sidebar] = useDisclosure(false);
  const [barShown, setBarShown] = useState(true);
  const [keysShown, keys] = useDisclosure(false);
  useShellKeys(keys.open);
  // The search is loaded when it is first asked for; from then on it handles the keys itself.
  const [searching, search] = useDisclosure(false);
  // Also from fields; the letter's editor has the key for links.
  useHotkeys([['mod+K', search.open]], []);
  const close = sidebar.close;
  // On phones the sidebar covers the page, so it closes after navigation.
  useEffect(() => close(), [close, pathname]);

  const onProject = pathname === '/project';
  const bleeds = onProject || pathname === '/map';
  const bar = onProject && barShown;

  return (
    <AppShell
      header={{ height: headerHeight + (bar ? projectBarHeight : 0) }}
      navbar={{ width: wide ? sidebarWidth : railWidth, breakpoint: 'sm', collapsed: { mobile: !open } }}
      transitionDuration={150}
    >
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header className={classes.frame ?? ''} withBorder={false}>
        <Header
          height={headerHeight}
          sidebarOpen={open}
          sidebarWide={wide}
          onToggleOpen={sidebar.toggle}
          onToggleWide={() => setWide((before) => !before)}
          projectBar={onProject ? { shown: barShown, toggle: () => setBarShown((before) => !before) } : undefined}
        />
        {bar && <ProjectBar height={projectBarHeight} />}
      </AppShell.Header>
      <AppShell.Navbar className={classes.frame ?? ''} withBorder={false}>
        <Sidebar wide={wide || open} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main ?? ''}>
        <div id="main" tabIndex={-1} className={bleeds ? classes.bleed : classes.scroll}>
          <Outlet />
        </div>
      </AppShell.Main>
      {searching && (
        <Suspense fallback={null}>
          <CommandSearch openAtFirst onHelp={keys.open} />
        </Suspense>
      )}
      {keysShown && (
        <Suspense fallback={null}>
          <KeysHelp onClose={keys.close} />
        </Suspense>
      )}
    </AppShell>
  );
}
