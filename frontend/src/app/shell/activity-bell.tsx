import { Popover, ScrollArea, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { latestActivityQuery } from '../../api/queries/overview';
import { unreadParcelChangesQuery } from '../../api/queries/parcel-changes';
import { ActivityList } from '../../ui/activity-list';
import { QueryPanel } from '../../ui/query-panel';
import classes from './shell.module.css';

const ParcelChanges = lazy(async () => ({ default: (await import('./parcel-changes')).ParcelChanges }));

const mostCounted = 99;

/** Changes of the firm's parcels that the user has not read, counted; and recent activity, with a dot while there is some that the user has not seen. */
export function ActivityBell() {
  const [opened, popover] = useDisclosure(false);
  const [seen, setSeen] = useLocalStorage({ key: 'activity_seen', defaultValue: 0 });
  const activity = useQuery(latestActivityQuery);
  const unread = useQuery(unreadParcelChangesQuery).data?.unread ?? 0;
  const newest = activity.data?.[0]?.id ?? 0;
  const unseen = newest > seen;

  function toggle(): void {
    popover.toggle();
    if (unseen) setSeen(newest);
  }

  return (
    <Popover opened={opened} onChange={popover.toggle} width={340} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.tool ?? ''} style={{ position: 'relative' }} onClick={toggle} aria-label={label(unread, unseen)}>
          <IconBell size={20} stroke={1.75} aria-hidden />
          {unread > 0 ? (
            <span className={classes.unread} aria-hidden>
              {unread > mostCounted ? `${mostCounted}+` : unread}
            </span>
          ) : (
            unseen && <span className={classes.unseen} />
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label="Notifications">
        <ScrollArea.Autosize mah="min(420px, calc(100vh - 96px))" px="sm" py="sm" tabIndex={0}>
          <Suspense fallback={null}>
            <ParcelChanges onFollow={popover.close} />
          </Suspense>
          <Text fw={600} size="sm" pb={4}>
            Recent Activity
          </Text>
          <QueryPanel query={activity} failure="Recent activity could not be loaded." pending={<Skeleton height={160} />}>
            {(items) => <ActivityList items={items} onFollow={popover.close} />}
          </QueryPanel>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function label(unread: number, unseen: boolean): string {
  if (unread === 1) return 'Notifications, 1 unread parcel change';
  if (unread > 1) return `Notifications, ${unread} unread parcel changes`;
  return unseen ? 'Notifications, new' : 'Notifications';
}
