import { Button, Text } from '@mantine/core';
import { mostWithAdjoining } from './adjoining';

interface Props {
  readonly count: number;
  readonly busy: boolean;
  readonly onAdd: () => void;
}

/** Adds to the selection what adjoins it, if it is small enough. */
export function AddAdjoining({ count, busy, onAdd }: Props) {
  if (count > mostWithAdjoining) {
    return (
      <Text size="sm" c="dimmed">
        Adjoining parcels can be added to at most {mostWithAdjoining} parcels.
      </Text>
    );
  }
  return (
    <Button size="compact-sm" variant="subtle" disabled={busy || count === 0} onClick={onAdd} style={{ alignSelf: 'flex-start' }}>
      Add Adjoining
    </Button>
  );
}
