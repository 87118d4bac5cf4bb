import { Text } from '@mantine/core';
import { grouped } from '../lib/format';

interface CountProps {
  /** Null above the maximum that the services count. */
  readonly of: number | null;
  readonly one: string;
  readonly many: string;
}

/** Maximum number of rows that the services count. */
const mostCounted = 1000;

/** Number of rows of a list, announced to screen readers when it changes. */
export function Count({ of, one, many }: CountProps) {
  const number = of === null ? `More than ${grouped(mostCounted)}` : grouped(of);
  return (
    <Text size="sm" c="dimmed" role="status">
      {number} {of === 1 ? one : many}
    </Text>
  );
}
