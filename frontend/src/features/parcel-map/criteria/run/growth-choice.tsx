import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { growthRunsQuery } from '../../../../api/queries/growth';
import { dateTime } from '../../../../lib/format';

interface Props {
  readonly runId: string | null;
  readonly onChoose: (runId: string | null) => void;
}

/** The finished growth run that 'Chance of growth' is taken from. */
export function GrowthChoice({ runId, onChoose }: Props) {
  const runs = useQuery(growthRunsQuery('prediction'));
  const finished = (runs.data ?? []).filter(({ state }) => state === 'succeeded');
  return (
    <Select
      label="Growth simulation"
      size="xs"
      clearable
      placeholder={finished.length > 0 ? 'None: the chance is unknown' : 'None is finished: the chance is unknown'}
      disabled={finished.length === 0}
      error={runs.isError && 'The simulations could not be loaded'}
      data={finished.map(({ run_id, name, layers, finished_at }) => ({
        value: run_id,
        label: `${name ?? layers?.name ?? 'Simulation'}${finished_at ? `, ${dateTime(finished_at)}` : ''}`,
      }))}
      value={runId}
      onChange={onChoose}
    />
  );
}
