import { Text } from '@mantine/core';
import { grouped } from '../lib/format';

interface CountProps {
  /** Null if more match a search than the services count. */
  readonly of: number | null;
  readonly one: string;
  readonly many: string;
}

/** Maximum number of contacts that a search counts; other lists have exact numbers. */
const mostCounted = 10_000;

/** Number of rows of a list, announced to screen readers when it changes. */
export function Count({ of, one, many }: CountProps) {
  const number = of === null ? `More than ${grouped(mostCounted)}` : grouped(of);
  return (
    <Text size="sm" c="dimmed" role="status">
      {number} {of === 1 ? one : many}
    </Text>
  );
}
