import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A label and its value on one line; 'N/A', muted, when there is none. */
export function Fact({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  const empty = children === null || children === undefined || children === '';
  return (
    <Group justify="space-between" gap="md" wrap="nowrap" align="baseline">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="sm" ta="right" c={empty ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
        {empty ? 'N/A' : children}
      </Text>
    </Group>
  );
}
