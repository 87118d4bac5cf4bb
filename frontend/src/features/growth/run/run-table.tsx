import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { sentenceOf } from '../../../api/client';
import { growthRunsQuery } from '../../../api/queries/growth';
import { DataTable, EmptyRow, type Column } from '../../../ui/data-table';
import { QueryPanel } from '../../../ui/query-panel';
import type { GrowthRun } from '../api/types';
import { Panel } from '../panel';
import { RunRow } from './run-row';

const columns: readonly Column[] = [
  { label: 'Area' },
  { label: 'Years' },
  { label: 'Runs', numeric: true },
  { label: 'Coefficients' },
  { label: 'State' },
  { label: 'Started' },
  { label: 'Actions', hidden: true },
];
/** Initially shown rows; more would push the following content out of view. */
const rowsAtFirst = 6;

interface Props {
  readonly ref: Ref<HTMLDivElement>;
  readonly shown: string | undefined;
  /** Whether the current run has a result to compare with. */
  readonly comparable: boolean;
  readonly onShow: (run: GrowthRun) => void;
  readonly onBeside: (run: GrowthRun) => void;
  readonly onRemoved: (runId: string) => void;
}

/** The firm's earlier predictions: open, compare with the current one, remove. */
export function RunTable({ ref, shown, comparable, onShow, onBeside, onRemoved }: Props) {
  const runs = useQuery(growthRunsQuery('prediction'));
  const [all, setAll] = useState(false);
  return (
    <Panel
      ref={ref}
      label="Past simulations"
      title="Past simulations"
      note="All runs in your firm. Open one, or compare it with the current run."
    >
      <QueryPanel
        query={runs}
        failure={sentenceOf(runs.error, 'Failed to load simulations')}
        pending={<Text c="dimmed">Loading simulations...</Text>}
      >
        {(known) => (
          <>
            <DataTable caption="Past simulations" columns={columns}>
              {known.slice(0, all ? undefined : rowsAtFirst).map((run) => (
                <RunRow
                  key={run.run_id}
                  run={run}
                  shown={run.run_id === shown}
                  comparable={comparable && run.run_id !== shown && run.state === 'succeeded'}
                  onShow={() => onShow(run)}
                  onBeside={() => onBeside(run)}
                  onRemoved={() => onRemoved(run.run_id)}
                />
              ))}
              {known.length === 0 && <EmptyRow columns={columns.length}>No simulations yet. Select an area and run one.</EmptyRow>}
            </DataTable>
            {known.length > rowsAtFirst && (
              <Button variant="default" size="xs" mt="sm" onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : `Show ${known.length - rowsAtFirst} more`}
              </Button>
            )}
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}
