import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of the deal's panel. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={4} size="h6" mt="md" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}
