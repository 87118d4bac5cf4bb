import { Alert, Badge, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconChartAreaLine } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state';
import type { Simulation } from './api';
import classes from './growth.module.css';

const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

interface Props {
  readonly running: boolean;
  readonly error: string | undefined;
  readonly simulation: Simulation | undefined;
}

/** What came of the simulation: nothing yet, waiting, an error, or the picture with its legend and figures. */
export function ResultPanel({ running, error, simulation }: Props) {
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Simulation result" aria-busy={running}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Result
        </Title>
        {simulation?.is_sample && !running && !error && (
          <Badge color="yellow" variant="light">
            Sample data
          </Badge>
        )}
      </Group>
      {content({ running, error, simulation })}
    </Paper>
  );
}

function content({ running, error, simulation }: Props): ReactNode {
  if (running) {
    return (
      <Group role="status" justify="center" mih={280} gap="sm">
        <Loader size="sm" />
        <Text>Simulating 30 years of growth…</Text>
      </Group>
    );
  }
  if (error) {
    return (
      <Alert role="alert" color="red" variant="light" title="Error" icon={<IconAlertCircle aria-hidden />}>
        {error}
      </Alert>
    );
  }
  if (simulation) return <Result simulation={simulation} />;
  return (
    <EmptyState
      icon={IconChartAreaLine}
      title="No simulation yet"
      sentence="Select an area, then run the simulation to see where its cities will likely grow."
    />
  );
}

function Result({ simulation }: { readonly simulation: Simulation }) {
  const { urban_km2_start: before, urban_km2_stop: after, urban_km2_spread: spread } = simulation;
  return (
    <div className={classes.result}>
      <img
        className={classes.picture}
        src={simulation.output_image}
        alt={`Map of the ${simulation.layers}: urban area in ${simulation.start_year} and the chance of growth until ${simulation.stop_year}`}
      />
      <Stack gap="md">
        <Text size="sm">{simulation.message}</Text>
        <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Legend">
          <Text size="sm" fw={600} component="li">
            Chance of being urban by {simulation.stop_year}
          </Text>
          {simulation.legend.map(({ label, colour }) => (
            <Group key={label} gap="xs" component="li" wrap="nowrap">
              <span className={classes.swatch} style={{ background: colour }} aria-hidden />
              <Text size="sm">{label}</Text>
            </Group>
          ))}
        </Stack>
        <Stack gap={4} component="dl" m={0}>
          <Figure name={`Urban area ${simulation.start_year}`} value={`${figure.format(before)} km²`} />
          <Figure name={`Urban area ${simulation.stop_year}`} value={`${figure.format(after)} ± ${spread.toFixed(1)} km²`} />
          <Figure name="Growth" value={before > 0 ? `${((100 * (after - before)) / before).toFixed(1)} %` : 'N/A'} />
          <Figure name="Area" value={`${figure.format(simulation.area_km2)} km²`} />
          <Figure name="Simulation time" value={`${simulation.simulation_time.toFixed(1)} s`} />
        </Stack>
        {simulation.is_sample && (
          <Text size="xs" c="dimmed">
            Made on sample layers that only resemble the region. Do not base decisions on it.
          </Text>
        )}
      </Stack>
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" component="dt">
        {name}
      </Text>
      <Text size="sm" component="dd" m={0} className={classes.number ?? ''}>
        {value}
      </Text>
    </Group>
  );
}
