import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import { noteMentionsQuery } from '../../api/queries/mentions';
import { dateTime } from '../../lib/format';
import { paths } from '../../lib/paths';
import classes from './shell.module.css';

/** Notes that mention the user. What is shown counts as read; it stays marked as new until it is loaded again. */
export function NoteMentions({ onFollow }: { readonly onFollow: () => void }) {
  const mentions = useQuery(noteMentionsQuery);
  const rows = mentions.data?.mentions ?? [];
  useReading(rows.find(({ is_read }) => !is_read)?.mention_id);
  if (mentions.isError && !mentions.data) {
    return (
      <Text size="sm" c="red" pb="sm" role="alert">
        {sentenceOf(mentions.error, 'Notes that mention you could not be loaded.')}
      </Text>
    );
  }
  if (rows.length === 0) return null;
  return (
    <section aria-label="Mentions" className={classes.changes}>
      <Text fw={600} size="sm" mb={4}>
        Mentions
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <li key={row.mention_id} className={classes.change}>
            <Group gap={6} wrap="nowrap" align="flex-start">
              <Anchor
                component={Link}
                to={paths.property(row.parcel_number, { project_id: row.project_id, note_id: row.note_id })}
                size="sm"
                fw={row.is_read ? 400 : 600}
                c="inherit"
                onClick={onFollow}
                style={{ overflowWrap: 'anywhere' }}
              >
                {row.text}
              </Anchor>
              {!row.is_read && (
                <Badge size="xs" variant="light" flex="none" mt={3}>
                  New
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {row.created_by_name} · {row.address ?? row.parcel_number} · {dateTime(row.created_at)}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}

/** Marks the user's mentions up to this one as read. */
function useReading(newest: number | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (newest === undefined) return;
    unwrap(propertyApi.POST('/note_mentions/read', { body: { mention_id: newest } })).then(
      ({ unread }) => cache.setQueryData(noteMentionsQuery.queryKey, (known) => known && { ...known, unread }),
      // They stay unread, and the bell says so.
      () => undefined,
    );
  }, [newest, cache]);
}
