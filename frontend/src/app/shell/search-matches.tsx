import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { searchMatchesQuery } from '../../api/queries/parcel-changes';
import { dateTime } from '../../lib/format';
import { paths } from '../../lib/paths';
import { matchedChangesWords, matchWords, originWords, type SearchMatch } from './parcel-change-words';
import classes from './shell.module.css';

/** What newly matches the saved searches of the firm's projects after imports, and what changed of those that matched. Nothing while there is nothing. */
export function SearchMatches({ onFollow }: { readonly onFollow: () => void }) {
  const matches = useInfiniteQuery(searchMatchesQuery);
  const rows = matches.data?.pages.flatMap(({ search_matches }) => search_matches) ?? [];
  if (matches.isError) {
    return (
      <Text size="sm" role="alert" mb="sm">
        News of saved searches could not be loaded.
      </Text>
    );
  }
  if (rows.length === 0) return null;
  return (
    <section aria-label="Saved searches" className={classes.changes}>
      <Text fw={600} size="sm" mb={4}>
        Saved Searches
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <Match key={row.match_id} row={row} onFollow={onFollow} />
        ))}
      </Stack>
      {matches.hasNextPage && (
        <Button variant="subtle" size="xs" mt="xs" loading={matches.isFetchingNextPage} onClick={() => void matches.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

function Match({ row, onFollow }: { readonly row: SearchMatch; readonly onFollow: () => void }) {
  const changed = matchedChangesWords(row);
  return (
    <li className={classes.change}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Anchor
          component={Link}
          to={paths.searchOnMap(row.project_id, row.search_id)}
          size="sm"
          fw={row.is_read ? 400 : 600}
          c="inherit"
          onClick={onFollow}
          style={{ overflowWrap: 'anywhere' }}
        >
          {matchWords(row)}
        </Anchor>
        {!row.is_read && (
          <Badge size="xs" variant="light" flex="none" mt={3}>
            New
          </Badge>
        )}
      </Group>
      {changed !== undefined && <Text size="sm">{changed}</Text>}
      {row.is_search_changed && <Text size="sm">The search was changed since.</Text>}
      <Text size="xs" c="dimmed" title={dateTime(row.changed_at)} style={{ overflowWrap: 'anywhere' }}>
        {row.project_name}
        {' · '}
        {originWords(row)}
      </Text>
    </li>
  );
}
