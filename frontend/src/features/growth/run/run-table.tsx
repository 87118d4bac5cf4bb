import { ActionIcon, Badge, Button, Group, Paper, Table, Text, Title, Tooltip } from '@mantine/core';
import { IconColumns2, IconTrash } from '@tabler/icons-react';
import { sentenceOf } from '../../../api/client';
import { dateTime } from '../../../lib/format';
import { DataTable, EmptyRow, type Column } from '../../../ui/data-table';
import { useConfirm, useNotice } from '../../../ui/dialogs';
import { FailureBanner } from '../../../ui/failure-banner';
import { useRemoveRun, useRuns } from '../api/runs';
import { hasEnded, type GrowthRun } from '../api/types';

const columns: readonly Column[] = [
  { label: 'Area' },
  { label: 'Years' },
  { label: 'Runs', numeric: true },
  { label: 'State' },
  { label: 'Started' },
  { label: 'Actions', hidden: true },
];
const colours = { queued: 'gray', preparing: 'blue', running: 'blue', succeeded: 'green', failed: 'red', cancelled: 'gray' } as const;

interface Props {
  readonly shown: string | undefined;
  /** Whether the run that is shown has a result to put another beside. */
  readonly comparable: boolean;
  readonly onShow: (run: GrowthRun) => void;
  readonly onBeside: (run: GrowthRun) => void;
  readonly onRemoved: (runId: string) => void;
}

/** The firm's predictions of before: open one, put it beside the one at hand, remove it. */
export function RunTable({ shown, comparable, onShow, onBeside, onRemoved }: Props) {
  const runs = useRuns('prediction');
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Past simulations">
      <Title order={2} size="h4" mb="sm">
        Past simulations
      </Title>
      {runs.isError && (
        <FailureBanner sentence={sentenceOf(runs.error, 'Failed to load simulations')} onRetry={() => void runs.refetch()} />
      )}
      <DataTable caption="Past simulations" columns={columns}>
        {runs.data?.map((run) => (
          <Row
            key={run.run_id}
            run={run}
            shown={run.run_id === shown}
            comparable={comparable && run.run_id !== shown && run.state === 'succeeded'}
            onShow={() => onShow(run)}
            onBeside={() => onBeside(run)}
            onRemoved={() => onRemoved(run.run_id)}
          />
        ))}
        {runs.data?.length === 0 && <EmptyRow columns={columns.length}>No simulations yet</EmptyRow>}
        {runs.isPending && <EmptyRow columns={columns.length}>Loading simulations...</EmptyRow>}
      </DataTable>
    </Paper>
  );
}

interface RowProps {
  readonly run: GrowthRun;
  readonly shown: boolean;
  readonly comparable: boolean;
  readonly onShow: () => void;
  readonly onBeside: () => void;
  readonly onRemoved: () => void;
}

function Row({ run, shown, comparable, onShow, onBeside, onRemoved }: RowProps) {
  const remove = useRemoveRun();
  const confirm = useConfirm();
  const notice = useNotice();
  const name = run.name ?? run.layers?.name ?? 'Selected area';
  const first = run.layers?.start_year;

  async function ask(): Promise<void> {
    const sentence = `Are you sure you want to remove the simulation of ${name}? Its picture and figures go with it.`;
    if (!(await confirm({ sentence, confirm: 'Remove', cancel: 'Keep' }))) return;
    remove.mutate(run.run_id, {
      onSuccess: onRemoved,
      onError: (reason) => notice.alert(sentenceOf(reason, 'The simulation could not be removed.')),
    });
  }

  return (
    <Table.Tr aria-current={shown ? 'true' : undefined}>
      <Table.Td>
        <Button variant="transparent" size="compact-sm" px={0} onClick={onShow} fw={shown ? 700 : 500} c="inherit" td="underline">
          {name}
        </Button>
        {run.layers?.is_sample && (
          <Badge ml="xs" color="gray" variant="light">
            Sample data
          </Badge>
        )}
      </Table.Td>
      <Table.Td>{first === undefined ? `${run.horizon_years} years` : `${first} to ${first + run.horizon_years}`}</Table.Td>
      <Table.Td ta="right">{run.iterations}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={colours[run.state]}>
          {run.state}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{dateTime(run.created_at)}</Text>
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {comparable && (
            <Tooltip label="Show side by side">
              <ActionIcon variant="subtle" color="gray" aria-label={`Show ${name} side by side`} onClick={onBeside}>
                <IconColumns2 size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {hasEnded(run) && (
            <Tooltip label="Remove">
              <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} loading={remove.isPending} onClick={() => void ask()}>
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
