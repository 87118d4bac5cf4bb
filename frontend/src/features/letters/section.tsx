import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a letter's panel. */
export function Section({ title, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      <Stack gap={6}>{children}</Stack>
    </section>
  );
}
