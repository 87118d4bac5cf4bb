import { Alert, Paper, Text } from '@mantine/core';
import { IconAlertCircle, IconChartAreaLine } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state';
import { RunProgress } from './run-progress';
import { hasEnded, type GrowthRun } from '../api/types';

interface Props {
  readonly run: GrowthRun | undefined;
  /** What kept the run from starting, or its result from being shown. */
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** Where a run stands: nothing yet, an error, under way, ended without result, or its result. */
export function RunView({ run, error, children }: Props) {
  if (error !== undefined) return <Panel>{failure(error)}</Panel>;
  if (!run) {
    return (
      <Panel>
        <EmptyState
          icon={IconChartAreaLine}
          title="No simulation yet"
          sentence="Select an area, then run the simulation to see where its cities will likely grow."
        />
      </Panel>
    );
  }
  if (!hasEnded(run)) return <RunProgress run={run} />;
  if (run.state === 'failed') return <Panel>{failure(run.error ?? 'Simulation failed')}</Panel>;
  if (run.state === 'cancelled') {
    return (
      <Panel>
        <Text size="sm">This simulation was cancelled.</Text>
      </Panel>
    );
  }
  return children;
}

function Panel({ children }: { readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Simulation result">
      {children}
    </Paper>
  );
}

function failure(sentence: string): ReactNode {
  return (
    <Alert role="alert" color="red" variant="light" title="Error" icon={<IconAlertCircle aria-hidden />}>
      {sentence}
    </Alert>
  );
}
