import { Button, Group, Text } from '@mantine/core';

interface Props {
  /** Names allowed between double braces. */
  readonly names: readonly string[];
  readonly onInsert: (field: string) => void;
}

/** A button for each merge field, which is replaced for each recipient. */
export function MergeFields({ names, onInsert }: Props) {
  return (
    <Group gap={6} role="group" aria-label="Insert a merge field">
      <Text size="sm" c="dimmed">
        Insert
      </Text>
      {names.map((name) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          title={`{{${name}}}`}
          // Keeps the focus, and so the cursor position, in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(`{{${name}}}`)}
        >
          {labelOf(name)}
        </Button>
      ))}
    </Group>
  );
}

/** 'first_name' as 'First name'. */
function labelOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
