import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

interface ColumnsMenuProps<C extends string> {
  /** 'Columns' of a table; cards have fields. */
  readonly name?: string;
  /** Columns that can be added, with their labels. */
  readonly offered: Readonly<Record<C, string>>;
  /** In their order. */
  readonly shown: readonly C[];
  readonly onChange: (shown: C[]) => void;
}

/** Adds columns to a table, or fields to cards, and takes them out again. Their own are not offered. */
export function ColumnsMenu<C extends string>({ name: label = 'Columns', offered, shown, onChange }: ColumnsMenuProps<C>) {
  const names = Object.keys(offered) as C[];
  return (
    <Popover position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.5} aria-hidden />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          {names.map((name) => (
            <Checkbox
              key={name}
              label={offered[name]}
              checked={shown.includes(name)}
              onChange={() => onChange(shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name])}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
