import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

interface FoldProps {
  readonly title: string;
  /** Something in it must be seen: it opens, and stays open. */
  readonly needed?: boolean;
  readonly children: () => ReactNode;
}

/** A part that is rendered, and so loaded, when it is opened. */
export function Fold({ title, needed = false, children }: FoldProps) {
  const [open, setOpen] = useState(needed);
  if (needed && !open) setOpen(true);
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
        disabled={needed}
        onClick={() => setOpen(!open)}
      >
        {title}
      </Button>
      {open && children()}
    </section>
  );
}
