import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { notAvailable } from '../lib/format';

/** A value, or a muted 'N/A': the only display of missing values. */
export function Value({ children }: { readonly children?: ReactNode }) {
  const missing = children === null || children === undefined || children === '' || children === notAvailable;
  return missing ? (
    <Text span inherit c="dimmed" fw={400}>
      {notAvailable}
    </Text>
  ) : (
    <>{children}</>
  );
}
