import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useCancelRun } from '../api/runs';
import type { GrowthRun } from '../api/types';
import { timeLeft } from './remaining';

/** Progress of a run, with a button to cancel it. */
export function RunProgress({ run }: { readonly run: GrowthRun }) {
  const cancel = useCancelRun();
  const { iterations_done: done, iterations_total: total } = run.progress;
  const percent = total > 0 ? Math.min(100, (100 * done) / total) : 0;
  return (
    <Stack gap="xs">
      <Progress value={percent} animated={run.state === 'running'} size="lg" aria-label="Share of completed runs" />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {/* Always two lines high, so that nothing below moves during the run. */}
        <Text size="sm" role="status" className="tabular" mih="2lh">
          {sentence(run)}
        </Text>
        <Button
          variant="default"
          size="xs"
          style={{ flexShrink: 0 }}
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(run.run_id)}
        >
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

function sentence(run: GrowthRun): string {
  const { progress, queue_position: place } = run;
  if (run.state === 'queued') {
    return place === null || place <= 1 ? 'Waiting to start; next in the queue.' : `Waiting to start; number ${place} in the queue.`;
  }
  if (run.state === 'preparing') return 'Preparing the layers of the area…';
  const parts = [`${progress.iterations_done.toLocaleString('en-US')} of ${progress.iterations_total.toLocaleString('en-US')} runs`];
  if (progress.stage !== null) parts.unshift(progress.stage === 'finalists' ? 'scoring the best sets again' : `${progress.stage} search`);
  if (progress.year !== null) parts.push(`year ${progress.year}`);
  return `${parts.join(', ')}; ${timeLeft(progress.seconds_left)}`;
}
