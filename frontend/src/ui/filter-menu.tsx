import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PopoverPanel } from './popover-panel';

interface FilterMenuProps {
  /** Number of active filters. */
  readonly active: number;
  /** Fields, rendered while the menu is open. */
  readonly children: ReactNode;
}

/** The filters of a list behind a button, which says how many are active. */
export function FilterMenu({ active, children }: FilterMenuProps) {
  return (
    <Popover width={300} position="bottom-end" shadow="md" closeOnEscape={false} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
          {active > 0 ? `Filter (${active})` : 'Filter'}
        </Button>
      </Popover.Target>
      <PopoverPanel aria-label="Filter">{children}</PopoverPanel>
    </Popover>
  );
}
