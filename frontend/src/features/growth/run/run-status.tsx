import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { hasEnded, type GrowthRun } from '../api/types';
import { Panel } from '../panel';
import { RunProgress } from './run-progress';

interface Props {
  readonly run: GrowthRun | undefined;
  /** Why the run did not start, or its result cannot be shown. */
  readonly error: string | undefined;
}

/** State of a run without a result: running, cancelled, or failed. Nothing once there is a result. */
export function RunStatus({ run, error }: Props) {
  if (error !== undefined) return <Failure sentence={error} />;
  if (!run || run.state === 'succeeded') return null;
  if (run.state === 'failed') return <Failure sentence={run.error ?? 'Simulation failed'} />;
  if (!hasEnded(run)) {
    return (
      <Panel compact label="Simulation progress" title="Simulating">
        <RunProgress run={run} />
      </Panel>
    );
  }
  return (
    <Panel compact label="Simulation result">
      <Text size="sm">This simulation was cancelled.</Text>
    </Panel>
  );
}

function Failure({ sentence }: { readonly sentence: string }) {
  return (
    <section aria-label="Simulation result">
      <Alert role="alert" color="red" variant="light" title="Error" icon={<IconAlertCircle aria-hidden />}>
        {sentence}
      </Alert>
    </section>
  );
}
