import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useCancelRun } from '../api/runs';
import classes from '../growth.module.css';
import { timeLeft } from './remaining';
import type { GrowthRun } from '../api/types';

/** How far a run has come, and a way to end it. */
export function RunProgress({ run }: { readonly run: GrowthRun }) {
  const cancel = useCancelRun();
  const { iterations_done: done, iterations_total: total } = run.progress;
  const percent = total > 0 ? Math.min(100, (100 * done) / total) : 0;
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Simulation progress">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {run.kind === 'calibration' ? 'Calibrating' : 'Simulating'}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(run.run_id)}
        >
          Cancel
        </Button>
      </Group>
      <Stack gap={6}>
        <Progress value={percent} animated={run.state === 'running'} size="lg" aria-label="Share of the runs that are done" />
        <Text size="sm" role="status" className={classes.number ?? ''}>
          {sentence(run)}
        </Text>
      </Stack>
    </Paper>
  );
}

function sentence(run: GrowthRun): string {
  const { progress, queue_position: place } = run;
  if (run.state === 'queued') {
    return place === null || place <= 1 ? 'Waiting to start; next in the queue.' : `Waiting to start; number ${place} in the queue.`;
  }
  if (run.state === 'preparing') return 'Preparing the layers of the area…';
  const parts = [`${progress.iterations_done} of ${progress.iterations_total} runs`];
  if (progress.stage !== null) parts.unshift(`${progress.stage} search`);
  if (progress.year !== null) parts.push(`year ${progress.year}`);
  return `${parts.join(', ')}; ${timeLeft(progress.seconds_left)}`;
}
