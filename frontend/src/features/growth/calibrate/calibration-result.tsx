import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/client';
import { growthResultQuery } from '../../../api/queries/growth';
import { dateTime } from '../../../lib/format';
import { DataTable, type Column } from '../../../ui/data-table';
import { QueryPanel } from '../../../ui/query-panel';
import type { CalibrationResult as Calibration, Coefficients, GrowthRun, ScoredSet } from '../api/types';
import { coefficientNames } from '../run/settings';
import { areaName } from '../../../lib/growth-words';

const columns: readonly Column[] = [
  ...coefficientNames.map(({ label }) => ({ label, numeric: true })),
  { label: 'Optimal SLEUTH Metric', numeric: true },
  { label: 'Lee-Sallee', numeric: true },
];

interface Props {
  readonly run: GrowthRun;
  readonly onUse: (calibrationId: string, coefficients: Coefficients) => void;
}

/** The best coefficient sets, best first, with a button to use one. */
export function CalibrationResult({ run, onUse }: Props) {
  const result = useQuery(growthResultQuery<Calibration>(run.run_id));
  return (
    <QueryPanel
      query={result}
      failure={sentenceOf(result.error, 'Failed to load the calibration')}
      pending={<Text size="sm">Loading the calibration...</Text>}
    >
      {(calibration) => <Sets run={run} calibration={calibration} onUse={onUse} />}
    </QueryPanel>
  );
}

function Sets({ run, calibration, onUse }: Props & { readonly calibration: Calibration }) {
  const { forecast, top, years, left_out } = calibration;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {areaName(run)}, {dateTime(run.created_at)}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            Compared with {years.join(', ')}. Both measures range from 0 to 1; 1 is an exact match with the past.
            {left_out.length > 0 && ` Omitted because it never changed: ${left_out.map(measureName).join(', ')}.`}
          </Text>
        </div>
        <Button size="xs" onClick={() => onUse(run.run_id, forecast)}>
          Use these coefficients
        </Button>
      </Group>
      <DataTable caption="Best sets" columns={columns}>
        {top.map((score, place) => (
          <Table.Tr key={keyOf(score)} fw={place === 0 ? 600 : undefined}>
            {coefficientNames.map(({ key }) => (
              <Table.Td key={key} ta="right">
                {score.set[key]}
              </Table.Td>
            ))}
            <Table.Td ta="right">{score.osm.toFixed(3)}</Table.Td>
            <Table.Td ta="right">{score.lee_sallee.toFixed(3)}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Stack>
  );
}

const measureNames: Readonly<Record<string, string>> = {
  pop: 'urban area',
  edges: 'number of edge cells',
  clusters: 'number of clusters',
  slope: 'mean slope',
  xmean: 'mean position from west to east',
  ymean: 'mean position from north to south',
};

function measureName(name: string): string {
  return measureNames[name] ?? name;
}

function keyOf({ set }: ScoredSet): string {
  return coefficientNames.map(({ key }) => set[key]).join(' ');
}
