import { Alert, Button, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { growthRunsQuery } from '../../../api/queries/growth';
import { dateTime } from '../../../lib/format';
import { useCreateRun } from '../api/runs';
import { hasEnded, type Coefficients, type GrowthRun } from '../api/types';
import { useLiveRun } from '../api/use-live-run';
import type { Area } from '../area/area';
import { Panel } from '../panel';
import { RunProgress } from '../run/run-progress';
import { areaName } from '../../../lib/growth-words';
import { CalibrationResult } from './calibration-result';

interface Props {
  readonly area: Area | undefined;
  readonly onUse: (calibrationId: string, coefficients: Coefficients) => void;
}

/** Finds coefficients that reproduce the area's later layers from its oldest one, and applies them to predictions. */
export function CalibrationPanel({ area, onUse }: Props) {
  const runs = useQuery(growthRunsQuery('calibration'));
  const [chosen, setChosen] = useState<string>();
  const create = useCreateRun((run) => setChosen(run.run_id));
  const known = runs.data ?? [];
  const shown = chosen ?? known[0]?.run_id;
  const run = useLiveRun(shown);
  const running = create.isPending || (run !== undefined && !hasEnded(run));
  return (
    <Panel
      label="Calibration"
      title="Calibration"
      note="Compares thousands of coefficient sets, coarse to fine, with the area's past. Requires layers of at least three dates."
      actions={
        <Button
          variant="default"
          disabled={!area}
          loading={running}
          onClick={() => {
            if (area) create.mutate({ kind: 'calibration', bbox: area });
          }}
        >
          Calibrate this area
        </Button>
      }
    >
      <Stack gap="md">
        {create.isError && (
          <Alert role="alert" color="red" variant="light" title="Error">
            {sentenceOf(create.error, 'The calibration could not be started.')}
          </Alert>
        )}
        {!run && !create.isError && (
          <Text size="sm" c="dimmed">
            {area ? 'Not calibrated yet: simulations use the default coefficients.' : 'Select an area to calibrate it.'}
          </Text>
        )}
        {known.length > 1 && (
          <Select
            label="Show"
            maw={420}
            allowDeselect={false}
            data={known.map((each) => ({ value: each.run_id, label: `${areaName(each)}, ${dateTime(each.created_at)}` }))}
            value={shown ?? null}
            onChange={(value) => setChosen(value ?? undefined)}
          />
        )}
        {run && <Shown run={run} onUse={onUse} />}
      </Stack>
    </Panel>
  );
}

function Shown({ run, onUse }: { readonly run: GrowthRun; readonly onUse: Props['onUse'] }) {
  if (!hasEnded(run)) return <RunProgress run={run} />;
  if (run.state === 'cancelled') return <Text size="sm">This calibration was cancelled.</Text>;
  if (run.state === 'failed') {
    return (
      <Alert role="alert" color="red" variant="light" title={`${areaName(run)}, ${dateTime(run.created_at)}`}>
        {run.error}
      </Alert>
    );
  }
  return <CalibrationResult run={run} onUse={onUse} />;
}
