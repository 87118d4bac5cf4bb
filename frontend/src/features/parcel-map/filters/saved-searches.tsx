import { ActionIcon, Badge, Button, Group, Loader, Menu, Text, Title, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiProblem } from '../../../api/client';
import { savedSearchesQuery } from '../../../api/queries/searches';
import { dateTime } from '../../../lib/format';
import { useConfirm, useNotice } from '../../../ui/dialogs';
import { useFocusAround } from '../../../ui/focus-back';
import { whenLost } from '../../../ui/lost-focus';
import { QueryPanel } from '../../../ui/query-panel';
import { useMapPage } from '../map-page';
import { useCounts, useSearches, type SavedArea, type SavedSearch } from './api';
import { countWords } from './count-words';
import classes from './filters.module.css';
import { SaveSearch } from './save-search';
import { showArea } from './show-area';
import { useFilters } from './use-filters';

/** Where a search can look. */
export interface Areas {
  readonly view?: SavedArea;
  readonly submarket?: SavedArea;
}

interface Props {
  /** Undefined if there is nothing to be saved. */
  readonly filter: string | undefined;
  readonly areas: () => Areas;
}

/** The project's saved searches, each with how many parcels are new since the person last looked. */
export function SavedSearches({ filter, areas }: Props) {
  const { projectId } = useMapPage();
  const searches = useQuery(savedSearchesQuery(projectId));
  const [saving, setSaving] = useState<Areas>();
  return (
    <section aria-labelledby="saved-searches" tabIndex={-1}>
      <Group justify="space-between">
        <Title order={3} size="h6" id="saved-searches">
          Saved searches
        </Title>
        <Button size="xs" variant="default" disabled={filter === undefined} onClick={() => setSaving(areas())}>
          Save…
        </Button>
      </Group>
      <QueryPanel
        query={searches}
        failure="The searches could not be loaded."
        pending={<Loader size="sm" role="progressbar" aria-label="Loading the searches" />}
      >
        {({ saved_searches }) =>
          saved_searches.length === 0 ? (
            <Text size="sm" c="dimmed" mt={4}>
              None yet. Set a filter and save it, to see what is new each time you come back.
            </Text>
          ) : (
            <>
              <ul className={classes.searches}>
                {saved_searches.map((search) => (
                  <Row key={search.search_id} search={search} filter={filter} />
                ))}
              </ul>
              <Text size="xs" c="dimmed" mt={4}>
                “New” counts the matching parcels that imports wrote since you last looked, also if they matched before. After an import the
                bell says how many newly match, and how many no longer match.
              </Text>
            </>
          )
        }
      </QueryPanel>
      {saving && filter !== undefined && <SaveSearch filter={filter} areas={saving} onClose={() => setSaving(undefined)} />}
    </section>
  );
}

function Row({ search, filter }: { readonly search: SavedSearch; readonly filter: string | undefined }) {
  const { projectId, map } = useMapPage();
  const { apply, select, text } = useFilters();
  const { change, remove, look } = useSearches(projectId);
  const row = useRef<HTMLLIElement>(null);
  useFocusAround(row);
  const notice = useNotice();
  const confirm = useConfirm();
  const area = search.area ?? undefined;
  const since = search.last_looked_at ?? undefined;
  const counts = useCounts(
    since === undefined ? undefined : { filters: [search.filter], ...(area && { area }), changed_since: since, project_id: projectId },
  );
  const fresh = counts.data?.counts[0];

  function open(): void {
    apply(search.filter);
    if (area && map.current) showArea(map.current, area);
    look.mutate(search.search_id);
  }

  async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      notice.success(done);
    } catch (reason) {
      notice.alert(reason instanceof ApiProblem ? reason.message : 'This did not work. Please try again.');
    }
  }

  async function ask(): Promise<void> {
    const sure = await confirm({ sentence: `Delete the search “${search.name}”?`, confirm: 'Delete', cancel: 'Keep', destructive: true });
    if (!sure) return;
    const list = row.current?.closest('section');
    await act(() => remove.mutateAsync(search.search_id), 'The search was deleted.');
    // The question may still be closing.
    whenLost(() => list?.focus({ preventScroll: true }));
  }

  return (
    <li ref={row} className={classes.search} data-current={search.filter === text || undefined}>
      <UnstyledButton className={classes.open ?? ''} onClick={open}>
        <Text size="sm" truncate>
          {search.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {since === undefined ? `Saved by ${search.created_by}` : `Looked at ${dateTime(since)}`}
        </Text>
      </UnstyledButton>
      {since === undefined && <Badge variant="light">Not seen</Badge>}
      {fresh && fresh.count > 0 && (
        <Button
          size="compact-xs"
          onClick={() => {
            select({ ...(area && { area }), changed_since: since ?? null }, search.filter);
            look.mutate(search.search_id);
          }}
        >
          {`${countWords(fresh)} new`}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${search.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => select({ ...(area && { area }) }, search.filter)}>Select all it finds</Menu.Item>
          <Menu.Item
            disabled={filter === undefined || filter === search.filter}
            onClick={() =>
              filter !== undefined &&
              void act(() => change.mutateAsync({ ...search, area: search.area ?? null, filter }), 'The search was changed.')
            }
          >
            Replace by the present filter
          </Menu.Item>
          <Menu.Item color="red" onClick={() => void ask()}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
