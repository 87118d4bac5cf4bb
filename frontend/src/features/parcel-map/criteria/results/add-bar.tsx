import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';

/** Most parcels that are added at once. */
const mostAdded = 10_000;
const usualTop = 10;

interface Props {
  /** Ranked parcels; undefined in a list without ranks. */
  readonly ranked: number | undefined;
  readonly picked: number;
  readonly busy: boolean;
  readonly onBest: (top: number) => void;
  readonly onPicked: () => void;
  readonly onDiscard: () => void;
  readonly onClear: () => void;
}

/** Adds the best so many results, or those that are selected. */
export function AddBar({ ranked, picked, busy, onBest, onPicked, onDiscard, onClear }: Props) {
  const [top, setTop] = useState<string | number>(usualTop);
  const most = Math.min(ranked ?? 0, mostAdded);
  const count = typeof top === 'number' ? Math.min(Math.max(1, top), Math.max(1, most)) : undefined;
  if (picked > 0) {
    return (
      <Group gap="xs" data-selected-rows={picked === 1 ? '1 parcel' : `${picked} parcels`}>
        <Button size="xs" loading={busy} onClick={onPicked}>
          Add {picked} Selected
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={onDiscard}>
          Discard…
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      </Group>
    );
  }
  if (most === 0) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (count !== undefined) onBest(count);
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <Button type="submit" size="xs" loading={busy} disabled={count === undefined}>
          Add Best {count ?? ''}
        </Button>
        <NumberInput
          aria-label="How many of the best to add"
          size="xs"
          w={72}
          hideControls
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={top}
          onChange={setTop}
        />
      </Group>
    </form>
  );
}
