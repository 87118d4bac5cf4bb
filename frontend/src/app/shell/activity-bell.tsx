import { Popover, ScrollArea, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { latestActivityQuery } from '../../api/queries/overview';
import { ActivityList } from '../../ui/activity-list';
import { QueryPanel } from '../../ui/query-panel';
import classes from './shell.module.css';

/** The firm's recent activity, with a dot while there are entries that the user has not seen. */
export function ActivityBell() {
  const [opened, popover] = useDisclosure(false);
  const [seen, setSeen] = useLocalStorage({ key: 'activity_seen', defaultValue: 0 });
  const activity = useQuery(latestActivityQuery);
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
          aria-label={unseen ? 'Notifications, new' : 'Notifications'}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
          {unseen && <span className={classes.unseen} />}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Recent activity">
        <Text fw={600} size="sm" p="sm" pb={4}>
          Recent Activity
        </Text>
        <ScrollArea.Autosize mah={420} px="sm" pb="sm" tabIndex={0}>
          <QueryPanel query={activity} failure="Recent activity could not be loaded." pending={<Skeleton height={160} />}>
            {(items) => <ActivityList items={items} onFollow={popover.close} />}
          </QueryPanel>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
