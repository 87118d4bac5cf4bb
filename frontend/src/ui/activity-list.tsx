import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { dateTime, timeAgo } from '../lib/format';

export interface Activity {
  readonly id: number;
  readonly text: string;
  readonly at: string;
  readonly link?: string | null;
}

interface ActivityListProps {
  /** Undefined while loading. */
  readonly items: readonly Activity[] | undefined;
  readonly onFollow?: () => void;
}

/** Actions of the firm's users, newest first. */
export function ActivityList({ items, onFollow }: ActivityListProps) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 60_000, { autoInvoke: true });
  if (!items) {
    return (
      <Stack gap="sm" aria-hidden>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height={34} />
        ))}
      </Stack>
    );
  }
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing has happened yet. Create a project, and it shows here.
      </Text>
    );
  }
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map(({ id, text, at, link }) => (
        <li key={id}>
          {link ? (
            <Anchor component={Link} to={link} size="sm" c="inherit" onClick={onFollow}>
              {text}
            </Anchor>
          ) : (
            <Text size="sm">{text}</Text>
          )}
          <Text size="xs" c="dimmed" title={dateTime(at)}>
            {timeAgo(at, now)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
