import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Value } from './value';

interface Props {
  readonly label: string;
  /** The label above the value: with facts side by side, a right-aligned value would touch the next label. */
  readonly stacked?: boolean;
  readonly children?: ReactNode;
}

/** A label and its value; a muted 'N/A' without one. */
export function Fact({ label, stacked = false, children }: Props) {
  if (stacked) {
    return (
      <div style={{ minWidth: 0 }}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <Value>{children}</Value>
        </Text>
      </div>
    );
  }
  return (
    <Group justify="space-between" gap="md" wrap="nowrap" align="baseline">
      <Text size="sm" c="dimmed" style={{ flexShrink: 0, maxWidth: '50%' }}>
        {label}
      </Text>
      <Text size="sm" component="div" ta="right" style={{ overflowWrap: 'anywhere' }}>
        <Value>{children}</Value>
      </Text>
    </Group>
  );
}
