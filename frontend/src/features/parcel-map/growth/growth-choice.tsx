import { Select } from '@mantine/core';
import { runWords, useFinishedRuns } from './runs';

interface Props {
  readonly runId: string | null;
  /** Said while none is chosen. */
  readonly empty: string;
  readonly onChoose: (runId: string | null) => void;
  /** A popover closes at a press outside of it, so there the list is in it. */
  readonly inPopover?: boolean;
}

/** Chooses one of the firm's finished growth simulations. */
export function GrowthChoice({ runId, empty, onChoose, inPopover = false }: Props) {
  const { runs, failed, pending } = useFinishedRuns();
  return (
    <Select
      label="Growth simulation"
      size="xs"
      clearable
      comboboxProps={{ withinPortal: !inPopover }}
      placeholder={runs.length > 0 || pending ? empty : 'No simulation is finished'}
      disabled={runs.length === 0}
      error={failed && 'The simulations could not be loaded'}
      data={runs.map((run) => ({ value: run.run_id, label: runWords(run) }))}
      value={runId}
      onChange={onChoose}
    />
  );
}
