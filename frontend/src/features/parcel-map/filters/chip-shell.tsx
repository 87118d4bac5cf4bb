import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Chip, ChipValue } from './chips';

/** What every form of a chip gets. */
export interface FormProps {
  readonly chip: Chip;
  readonly value: ChipValue | undefined;
  readonly onChange: (value: ChipValue | undefined) => void;
}

interface ShellProps extends FormProps {
  readonly children: ReactNode;
  /** Undefined if nothing is wanted. */
  readonly result: () => ChipValue | undefined;
  readonly error?: string | undefined;
}

/** Enter applies. */
export function Form({ chip, value, onChange, children, result, error }: ShellProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (error === undefined) onChange(result());
      }}
    >
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {chip.label}
        </Text>
        {children}
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" disabled={value === undefined} onClick={() => onChange(undefined)}>
            Remove
          </Button>
          <Button size="xs" type="submit" disabled={error !== undefined}>
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
