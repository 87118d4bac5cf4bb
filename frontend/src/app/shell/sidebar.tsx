import { Tooltip } from '@mantine/core';
import { IconAddressBook, IconBuilding, IconLayoutDashboard, IconMap2, IconUser, type Icon } from '@tabler/icons-react';
import { Link, useLocation, type Location } from 'react-router';
import { paths } from '../../lib/paths';
import classes from './shell.module.css';

/** Destinations of the sidebar and the command search. */
export const places: readonly { readonly label: string; readonly to: string; readonly icon: Icon }[] = [
  { label: 'Dashboard', to: paths.dashboard, icon: IconLayoutDashboard },
  { label: 'Contacts', to: paths.contacts, icon: IconAddressBook },
  { label: 'Companies', to: paths.companies, icon: IconBuilding },
  { label: 'Projects', to: paths.projects, icon: IconMap2 },
  { label: 'Profile', to: paths.profile, icon: IconUser },
];

/** Pages of a project or of a property in it, which have no link of their own in the sidebar; mail to contacts is not one. */
const inProject = /^\/(map|project|property|email|email_campaign|letter-of-intent|letters)(\/|$)/;

/** Value of a link's `aria-current`: 'page' on its own page, 'true' on pages below it. */
function current(to: string, { pathname, search }: Location): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  const above = pathname + search === paths.emailContacts ? paths.contacts : inProject.test(pathname) && paths.projects;
  return to === above ? 'true' : undefined;
}

/** The sidebar's links; icons only when collapsed. */
export function Sidebar({ wide }: { readonly wide: boolean }) {
  const location = useLocation();
  return (
    <nav aria-label="Main" className={classes.nav}>
      {places.map(({ label, to, icon: Symbol }) => (
        <Tooltip key={to} label={label} position="right" disabled={wide}>
          <Link
            to={to}
            className={wide ? classes.link : `${classes.link} ${classes.rail}`}
            aria-label={label}
            aria-current={current(to, location)}
          >
            <Symbol size={20} stroke={1.75} aria-hidden />
            {wide && label}
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}
