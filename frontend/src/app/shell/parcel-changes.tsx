import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { parcelChangesQuery } from '../../api/queries/parcel-changes';
import { dateTime } from '../../lib/format';
import { paths } from '../../lib/paths';
import { changeWords, originWords, projectWords, type ParcelChange } from './parcel-change-words';
import classes from './shell.module.css';

/** What imports changed of the firm's parcels. Nothing while there is nothing. */
export function ParcelChanges({ onFollow }: { readonly onFollow: () => void }) {
  const changes = useInfiniteQuery(parcelChangesQuery);
  const rows = changes.data?.pages.flatMap(({ parcel_changes }) => parcel_changes) ?? [];
  if (changes.isError) {
    return (
      <Text size="sm" role="alert" mb="sm">
        Parcel changes could not be loaded.
      </Text>
    );
  }
  if (rows.length === 0) return null;
  return (
    <section aria-label="Parcel changes" className={classes.changes}>
      <Text fw={600} size="sm" mb={4}>
        Parcel Changes
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((change) => (
          <Change key={change.change_id} change={change} onFollow={onFollow} />
        ))}
      </Stack>
      {changes.hasNextPage && (
        <Button variant="subtle" size="xs" mt="xs" loading={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

function Change({ change, onFollow }: { readonly change: ParcelChange; readonly onFollow: () => void }) {
  const { projects, address, parcelnumb, changes, is_read, is_undone } = change;
  const [project] = projects;
  const name = address ? `${address} (${parcelnumb})` : parcelnumb;
  return (
    <li className={classes.change}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Anchor
          component={Link}
          // A site's parcel is shown with its site, which the project has.
          to={paths.parcelOnMap(project?.project_id, project?.site_id ?? change.ll_uuid)}
          size="sm"
          fw={is_read ? 400 : 600}
          c="inherit"
          onClick={onFollow}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        {!is_read && (
          <Badge size="xs" variant="light" flex="none" mt={3}>
            New
          </Badge>
        )}
      </Group>
      {changes.map((fact) => (
        <Text key={fact.fact} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {changeWords(fact, is_undone)}
        </Text>
      ))}
      <Text size="xs" c="dimmed" title={dateTime(change.changed_at)} style={{ overflowWrap: 'anywhere' }}>
        {projects.map(projectWords).join(', ')}
        {' · '}
        {originWords(change)}
      </Text>
    </li>
  );
}
