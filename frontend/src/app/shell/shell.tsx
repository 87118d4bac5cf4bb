import { AppShell } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CommandSearch } from './command-search';
import { Header } from './header';
import { useShellKeys } from './keys';
import { KeysHelp } from './keys-help';
import { ProjectBar } from './project-bar';
import { Sidebar } from './sidebar';
import classes from './shell.module.css';

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
      <CommandSearch onHelp={keys.open} />
      <KeysHelp opened={keysShown} onClose={keys.close} />
    </AppShell>
  );
}
