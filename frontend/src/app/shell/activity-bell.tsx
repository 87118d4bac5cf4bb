import { Popover, ScrollArea, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { myStepsQuery, myTasksQuery } from '../../api/queries/deals';
import { noteMentionsQuery } from '../../api/queries/mentions';
import { latestActivityQuery } from '../../api/queries/overview';
import { unreadParcelChangesQuery, unreadSearchMatchesQuery } from '../../api/queries/parcel-changes';
import { isDue, stepOf } from '../../lib/days';
import { ActivityList } from '../../ui/activity-list';
import { QueryPanel } from '../../ui/query-panel';
import classes from './shell.module.css';

const News = lazy(async () => ({ default: (await import('./news')).News }));

const mostCounted = 99;

/** Notes that mention the user, tasks and next steps that are due, changes of the firm's parcels, and news of its saved searches, that the user has not read, counted; and recent activity, with a dot while there is some that the user has not seen. */
export function ActivityBell() {
  const [opened, popover] = useDisclosure(false);
  const [seen, setSeen] = useLocalStorage({ key: 'activity_seen', defaultValue: 0 });
  const activity = useQuery(latestActivityQuery);
  const changes = useQuery(unreadParcelChangesQuery).data?.unread ?? 0;
  const matches = useQuery(unreadSearchMatchesQuery).data?.unread ?? 0;
  const [now] = useState(() => Date.now());
  const due = useQuery(myTasksQuery).data?.filter((task) => isDue(task, now)).length ?? 0;
  const steps = useQuery(myStepsQuery).data?.deals.filter((deal) => isDue(stepOf(deal), now)).length ?? 0;
  const mentions = useQuery(noteMentionsQuery).data?.unread ?? 0;
  const unread = changes + matches + due + steps + mentions;
  const newest = activity.data?.[0]?.id ?? 0;
  const unseen = newest > seen;

  function toggle(): void {
    popover.toggle();
    if (unseen) setSeen(newest);
  }

  return (
    <Popover opened={opened} onChange={popover.toggle} width={340} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.tool ?? ''}
          style={{ position: 'relative' }}
          onClick={toggle}
          aria-label={label({ due, steps, mentions, changes, matches }, unseen)}
        >
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
            <News onFollow={popover.close} />
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

type Counts = Record<'due' | 'steps' | 'mentions' | 'changes' | 'matches', number>;

function label({ due, steps, mentions, changes, matches }: Counts, unseen: boolean): string {
  const news = [
    counted(mentions, 'unread mention'),
    counted(due, 'due task'),
    counted(steps, 'due next step'),
    counted(changes, 'unread parcel change'),
    counted(matches, 'unread saved search notice'),
  ];
  const unread = news.filter((part) => part !== undefined);
  if (unread.length > 0) return `Notifications, ${unread.join(', ')}`;
  return unseen ? 'Notifications, new' : 'Notifications';
}

function counted(count: number, what: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
