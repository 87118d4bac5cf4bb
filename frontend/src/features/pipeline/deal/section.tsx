import { Button, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

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

interface FoldProps {
  readonly title: string;
  readonly children: () => ReactNode;
}

/** A part that is loaded when it is opened. */
export function Fold({ title, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section aria-label={title}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        mt="xs"
        ml={-8}
        leftSection={<Chevron size={14} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {title}
      </Button>
      {open && children()}
    </section>
  );
}
