import { Alert, Button, Group, Paper, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { dateTime } from '../../../lib/format';
import { useCalibration } from '../api/results';
import { useCreateRun, useRuns } from '../api/runs';
import type { Area } from '../area/area';
import classes from '../growth.module.css';
import { RunProgress } from '../run/run-progress';
import { coefficientNames } from '../run/settings';
import { hasEnded, type Coefficients, type GrowthRun, type ScoredSet } from '../api/types';
import { useLiveRun } from '../api/use-live-run';

interface Props {
  readonly area: Area | undefined;
  readonly onUse: (calibrationId: string, coefficients: Coefficients) => void;
}

/** Finds coefficients that grow the area's oldest layer into its later ones, and lets a prediction use them. */
export function CalibrationPanel({ area, onUse }: Props) {
  const runs = useRuns('calibration');
  const [chosen, setChosen] = useState<string>();
  const create = useCreateRun((run) => setChosen(run.run_id));
  const shown = chosen ?? runs.data?.[0]?.run_id;
  const run = useLiveRun(shown);
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Calibration">
      <Group justify="space-between" align="flex-end" mb="sm">
        <div>
          <Title order={2} size="h4">
            Calibration
          </Title>
          <Text size="sm" c="dimmed">
            Tries thousands of coefficient sets, coarse to fine, against the area&rsquo;s past. Needs layers of at least three dates.
          </Text>
        </div>
        <Button
          variant="default"
          disabled={!area}
          loading={create.isPending}
          onClick={() => {
            if (area) create.mutate({ kind: 'calibration', bbox: area });
          }}
        >
          Calibrate this area
        </Button>
      </Group>
      {create.isError && (
        <Alert role="alert" color="red" title="Error" mb="sm">
          {sentenceOf(create.error, 'The calibration could not be started.')}
        </Alert>
      )}
      {(runs.data?.length ?? 0) > 1 && (
        <Select
          label="Calibrations"
          mb="sm"
          maw={420}
          allowDeselect={false}
          data={(runs.data ?? []).map((each) => ({
            value: each.run_id,
            label: `${each.layers?.name ?? 'Area'}, ${dateTime(each.created_at)}`,
          }))}
          value={shown ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
        />
      )}
      {run && <Shown run={run} onUse={onUse} />}
    </Paper>
  );
}

function Shown({ run, onUse }: { readonly run: GrowthRun; readonly onUse: Props['onUse'] }) {
  if (!hasEnded(run)) return <RunProgress run={run} />;
  if (run.state === 'cancelled') return <Text size="sm">This calibration was cancelled.</Text>;
  if (run.state === 'failed') {
    return (
      <Alert role="alert" color="red" title="Error">
        {run.error}
      </Alert>
    );
  }
  return <Result runId={run.run_id} onUse={onUse} />;
}

function Result({ runId, onUse }: { readonly runId: string; readonly onUse: Props['onUse'] }) {
  const result = useCalibration(runId);
  if (result.isError) return <Alert color="red">{sentenceOf(result.error, 'Failed to load the calibration')}</Alert>;
  if (!result.data) return <Text size="sm">Loading the calibration...</Text>;
  const { best, top, years } = result.data;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm">
          Best set against {years.join(', ')}: Optimal SLEUTH Metric {best.osm.toFixed(3)}, Lee-Sallee {best.lee_sallee.toFixed(3)}.
        </Text>
        <Button size="xs" onClick={() => onUse(runId, best.set)}>
          Use these coefficients
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Best sets', role: 'region' } }}>
        <Table aria-label="Best sets" className={classes.number ?? ''}>
          <Table.Thead>
            <Table.Tr>
              {coefficientNames.map(({ key, label }) => (
                <Table.Th key={key} ta="right">
                  {label}
                </Table.Th>
              ))}
              <Table.Th ta="right">OSM</Table.Th>
              <Table.Th ta="right">Lee-Sallee</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {top.map((score) => (
              <Table.Tr key={keyOf(score)}>
                {coefficientNames.map(({ key }) => (
                  <Table.Td key={key} ta="right">
                    {score.set[key]}
                  </Table.Td>
                ))}
                <Table.Td ta="right">{score.osm.toFixed(3)}</Table.Td>
                <Table.Td ta="right">{score.lee_sallee.toFixed(3)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function keyOf({ set }: ScoredSet): string {
  return coefficientNames.map(({ key }) => set[key]).join(' ');
}
