import { UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths';
import { Brand } from '../../ui/brand';
import { AccountMenu } from './account-menu';
import { ActivityBell } from './activity-bell';
import { Assistant } from './assistant';
import { useProjectName } from './project-bar';
import classes from './shell.module.css';
import { useLogout } from './use-logout';

interface HeaderProps {
  readonly height: number;
  readonly sidebarOpen: boolean;
  readonly sidebarWide: boolean;
  readonly onToggleOpen: () => void;
  readonly onToggleWide: () => void;
  /** On a project's page: whether the tab bar is shown, and how to toggle it. */
  readonly projectBar: { readonly shown: boolean; readonly toggle: () => void } | undefined;
}

export function Header({ height, sidebarOpen, sidebarWide, onToggleOpen, onToggleWide, projectBar }: HeaderProps) {
  const { pathname } = useLocation();
  const logout = useLogout();
  const project = useProjectName();
  return (
    <div className={classes.header} style={{ height }}>
      <MenuButton expanded={sidebarOpen} onClick={onToggleOpen} hiddenFrom="sm" />
      <MenuButton expanded={sidebarWide} onClick={onToggleWide} visibleFrom="sm" />
      <Link to={paths.dashboard} className={classes.brand} aria-label="Sitewright, dashboard">
        <Brand />
      </Link>
      {pathname.startsWith('/property/') && (
        <Link to={paths.map()} className={classes.tool}>
          <IconArrowLeft size={18} aria-hidden />
          Back to Map
        </Link>
      )}
      {projectBar && (
        <UnstyledButton
          className={classes.tool ?? ''}
          onClick={projectBar.toggle}
          aria-expanded={projectBar.shown}
          aria-label={projectBar.shown ? 'Collapse the project bar' : 'Expand the project bar'}
        >
          {projectBar.shown ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
        </UnstyledButton>
      )}
      <span className={classes.name}>{projectBar && !projectBar.shown ? project : ''}</span>
      <ActivityBell />
      <Assistant />
      <AccountMenu />
      <UnstyledButton className={classes.tool ?? ''} onClick={() => void logout()} aria-label="Log out" title="Log out">
        <IconLogout size={20} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </div>
  );
}

interface MenuButtonProps {
  readonly expanded: boolean;
  readonly onClick: () => void;
  readonly hiddenFrom?: 'sm';
  readonly visibleFrom?: 'sm';
}

function MenuButton({ expanded, onClick, ...where }: MenuButtonProps) {
  return (
    <UnstyledButton className={classes.tool ?? ''} onClick={onClick} aria-label="Menu" aria-expanded={expanded} {...where}>
      <IconMenu2 size={20} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
