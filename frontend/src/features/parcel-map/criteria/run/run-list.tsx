import { ActionIcon, Button, Group, Loader, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowsSort, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../../api/client';
import { searchRunsQuery } from '../../../../api/queries/site-search';
import { dateTime } from '../../../../lib/format';
import { useConfirm, useNotice } from '../../../../ui/dialogs';
import { QueryPanel } from '../../../../ui/query-panel';
import { hasEnded, useRemoveSearch } from '../api';
import type { SearchRun } from '../types';
import { outcomeOf } from './run-words';
import classes from './run.module.css';

/** Poll interval while a run is under way, in milliseconds. */
const pollEvery = 2000;

interface Props {
  readonly projectId: string;
  readonly shown: string | undefined;
  readonly onShow: (runId: string | undefined) => void;
  /** Compares two runs, one of them the one that is shown. */
  readonly onCompare: (later: string, earlier: string) => void;
}

/** The project's searches, newest first. */
export function RunList({ projectId, shown, onShow, onCompare }: Props) {
  const runs = useQuery({
    ...searchRunsQuery(projectId),
    select: ({ runs }) => runs as SearchRun[],
    refetchInterval: ({ state }) => (state.data?.runs.some((run) => !hasEnded(run)) ? pollEvery : false),
  });
  return (
    <QueryPanel
      query={runs}
      failure="The searches could not be loaded."
      pending={<Loader size="sm" role="progressbar" aria-label="Loading the searches" />}
    >
      {(loaded) => {
        const current = loaded.find(({ run_id }) => run_id === shown);
        return loaded.length === 0 ? (
          <Text size="sm">No search yet. Set the criteria and run one.</Text>
        ) : (
          <ul className={classes.list} aria-label="Searches">
            {loaded.map((run) => (
              <RunRow
                key={run.run_id}
                run={run}
                shown={run === current}
                beside={current?.state === 'done' && run.state === 'done' && run !== current ? current : undefined}
                onShow={onShow}
                onCompare={onCompare}
              />
            ))}
          </ul>
        );
      }}
    </QueryPanel>
  );
}

interface RowProps extends Pick<Props, 'onShow' | 'onCompare'> {
  readonly run: SearchRun;
  readonly shown: boolean;
  /** The shown run, if the two can be compared. */
  readonly beside: SearchRun | undefined;
}

function RunRow({ run, shown, beside, onShow, onCompare }: RowProps) {
  const remove = useRemoveSearch();
  const confirm = useConfirm();
  const notice = useNotice();
  const name = run.name ?? 'Search';

  async function ask(): Promise<void> {
    if (!(await confirm({ sentence: 'Are you sure you want to remove this search and its results?', confirm: 'Remove', cancel: 'Keep' })))
      return;
    remove.mutate(run.run_id, {
      onSuccess: () => {
        if (shown) onShow(undefined);
      },
      onError: (reason) => notice.alert(sentenceOf(reason, 'The search could not be removed.')),
    });
  }

  return (
    <li className={classes.run} aria-current={shown ? 'true' : undefined}>
      <UnstyledButton className={classes.open ?? ''} onClick={() => onShow(run.run_id)}>
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c={run.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} className="tabular">
          {outcomeOf(run)} · {dateTime(run.created_at)}
        </Text>
      </UnstyledButton>
      <Group gap={4} wrap="nowrap">
        {beside && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconArrowsSort size={14} aria-hidden />}
            aria-label={`Compare with the search of ${dateTime(run.created_at)}`}
            onClick={() => onCompare(...inOrder(run, beside))}
          >
            Compare
          </Button>
        )}
        {hasEnded(run) && (
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove the search of ${dateTime(run.created_at)}`}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </li>
  );
}

/** Two runs, the later one first, whichever of them is shown. */
function inOrder(one: SearchRun, other: SearchRun): readonly [later: string, earlier: string] {
  const isLater = Date.parse(one.created_at) > Date.parse(other.created_at);
  return isLater ? [one.run_id, other.run_id] : [other.run_id, one.run_id];
}
