import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A section of the dashboard. */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
