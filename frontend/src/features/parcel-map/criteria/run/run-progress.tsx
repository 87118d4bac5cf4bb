import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { grouped } from '../../../../lib/format';
import { useCancelSearch } from '../api';
import type { SearchRun } from '../types';

/** A run that is not done: how far it is, or why it ended without results. */
export function RunProgress({ run, onAgain }: { readonly run: SearchRun; readonly onAgain: () => void }) {
  if (run.state === 'failed' || run.state === 'cancelled') {
    const sentence = run.state === 'failed' ? (run.error ?? 'The search failed.') : 'This search was cancelled.';
    return (
      <Alert color={run.state === 'failed' ? 'red' : 'gray'} variant="light" role="alert" p="xs">
        {sentence}
        <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={onAgain}>
          Back to the Criteria
        </Button>
      </Alert>
    );
  }
  return <UnderWay run={run} />;
}

function UnderWay({ run }: { readonly run: SearchRun }) {
  const cancel = useCancelSearch();
  const percent = run.total ? Math.min(100, (100 * run.judged) / run.total) : 0;
  return (
    <Stack gap="xs">
      <Progress value={percent} animated size="lg" aria-label="Share of judged parcels" />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" role="status" className="tabular">
          {sentenceOf(run)}
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
      <Text size="xs" c="dimmed">
        You may leave this page; the search goes on and is found under Runs.
      </Text>
    </Stack>
  );
}

function sentenceOf({ state, judged, total }: SearchRun): string {
  if (state === 'queued') return 'Waiting to start…';
  return total === null ? 'Counting the parcels of the area…' : `${grouped(judged)} of ${grouped(total)} parcels judged`;
}
