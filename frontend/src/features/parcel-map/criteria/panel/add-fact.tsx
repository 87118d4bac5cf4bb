import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { factLabel } from '../facts';
import type { Fact } from '../types';

interface Props {
  /** What is added, for the button's name. */
  readonly what: string;
  readonly choices: readonly Fact[];
  readonly onAdd: (fact: Fact) => void;
}

/** Adds a criterion of a fact that has none yet. */
export function AddFact({ what, choices, onAdd }: Props) {
  if (choices.length === 0) return null;
  return (
    // Long, and scrolled: items in the order of the Tab key are what makes that possible without a mouse.
    <Menu position="bottom-end" withinPortal menuItemTabIndex={0}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconPlus size={16} aria-hidden />} aria-label={`Add ${what}`}>
          Add
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {choices.map((fact) => (
          <Menu.Item key={fact} onClick={() => onAdd(fact)}>
            {factLabel(fact)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
