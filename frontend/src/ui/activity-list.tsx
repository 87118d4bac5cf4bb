import { Anchor, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { dateTime, timeAgo } from '../lib/format';

export interface Activity {
  readonly id: number;
  readonly text: string;
  readonly at: string;
  /** Name of the user. */
  readonly actor: string | null;
  readonly link?: string | null;
}

interface ActivityListProps {
  readonly items: readonly Activity[];
  readonly onFollow?: () => void;
}

/** Actions of the firm's users, newest first. */
export function ActivityList({ items, onFollow }: ActivityListProps) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 60_000, { autoInvoke: true });
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No activity yet. Create a project to see it here.
      </Text>
    );
  }
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map(({ id, text, at, actor, link }) => (
        <li key={id}>
          {link ? (
            <Anchor component={Link} to={link} size="sm" c="inherit" onClick={onFollow}>
              {text}
            </Anchor>
          ) : (
            <Text size="sm">{text}</Text>
          )}
          <Text size="xs" c="dimmed" title={dateTime(at)}>
            {actor ? `${actor} · ${timeAgo(at, now)}` : timeAgo(at, now)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
