import { Tooltip } from '@mantine/core';
import { IconAddressBook, IconBuilding, IconLayoutDashboard, IconMap2, IconUser, type Icon } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { paths } from '../../lib/paths';
import classes from './shell.module.css';

/** The places that the sidebar and the command search lead to. */
export const places: readonly { readonly label: string; readonly to: string; readonly icon: Icon }[] = [
  { label: 'Dashboard', to: paths.dashboard, icon: IconLayoutDashboard },
  { label: 'Contacts', to: paths.contacts, icon: IconAddressBook },
  { label: 'Companies', to: paths.companies, icon: IconBuilding },
  { label: 'Projects', to: paths.projects, icon: IconMap2 },
  { label: 'Profile', to: paths.profile, icon: IconUser },
];

/** The sidebar's links; icons alone when it is narrow. */
export function Sidebar({ wide }: { readonly wide: boolean }) {
  return (
    <nav aria-label="Main" className={classes.nav}>
      {places.map(({ label, to, icon: Symbol }) => (
        <Tooltip key={to} label={label} position="right" disabled={wide}>
          <NavLink to={to} className={wide ? (classes.link ?? '') : `${classes.link} ${classes.rail}`} aria-label={label}>
            <Symbol size={20} stroke={1.75} aria-hidden />
            {wide && label}
          </NavLink>
        </Tooltip>
      ))}
    </nav>
  );
}
