import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Limits } from './shape';

interface Props {
  readonly limits: Limits;
  readonly busy: boolean;
  readonly onLimit: (limits: Limits) => Promise<void>;
}

/** Counts the selection again with these limits. */
export function LimitsForm({ limits, busy, onLimit }: Props) {
  // What is typed may end in a point: a number that is not complete yet.
  const [min, setMin] = useState<string | number>(limits.minAcres ?? '');
  const [max, setMax] = useState<string | number>(limits.maxAcres ?? '');
  const [use, setUse] = useState(limits.use);
  // A new key would take the focus from the field.
  const [shown, setShown] = useState(limits);
  if (limits !== shown) {
    setShown(limits);
    setMin(limits.minAcres ?? '');
    setMax(limits.maxAcres ?? '');
    setUse(limits.use);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onLimit({ ...limits, minAcres: acresOf(min), maxAcres: acresOf(max), use });
      }}
    >
      <Group gap="xs" align="flex-end" grow>
        <NumberInput label="Min. acres" size="xs" min={0} hideControls value={min} onChange={setMin} />
        <NumberInput label="Max. acres" size="xs" min={0} hideControls value={max} onChange={setMax} />
      </Group>
      <Group gap="xs" align="flex-end" mt="xs" wrap="nowrap">
        <TextInput
          label="Land use contains"
          size="xs"
          flex={1}
          maxLength={80}
          value={use}
          onChange={(event) => setUse(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={busy}>
          Apply
        </Button>
      </Group>
    </form>
  );
}

function acresOf(entered: string | number): number | undefined {
  const value = Number(entered);
  return entered === '' || Number.isNaN(value) ? undefined : value;
}
