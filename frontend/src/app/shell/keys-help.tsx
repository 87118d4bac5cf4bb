import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { destinations } from './keys';

const inLists: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['X'], 'Select the row'],
  [['Shift', 'X'], 'Select from the last row to this one'],
  [['↑', '↓'], 'Previous or next row'],
  [['A'], 'Go to the actions of the selection'],
  [['Esc'], 'Clear the selection'],
];

interface KeysHelpProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The keys of all screens, opened by `?`. */
export function KeysHelp({ opened, onClose }: KeysHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="xs">
          <Title order={3} size="h5">
            Everywhere
          </Title>
          <Keys keys={['Ctrl', 'K']} what="Search records, actions and pages" />
          <Keys keys={['?']} what="Show these keys" />
          {destinations.map(({ key, label }) => (
            <Keys key={key} keys={['G', key.toUpperCase()]} then what={`Go to ${label}`} />
          ))}
        </Stack>
        <Stack gap="xs">
          <Title order={3} size="h5">
            In lists
          </Title>
          {inLists.map(([keys, what]) => (
            <Keys key={what} keys={keys} what={what} />
          ))}
        </Stack>
      </SimpleGrid>
    </Modal>
  );
}

interface KeysProps {
  readonly keys: readonly string[];
  readonly what: string;
  /** Whether they are pressed one after the other. */
  readonly then?: boolean;
}

function Keys({ keys, what, then = false }: KeysProps) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm">{what}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key, index) => (
          <Group key={key} gap={4} wrap="nowrap">
            {index > 0 && (
              <Text size="xs" c="dimmed">
                {then ? 'then' : '+'}
              </Text>
            )}
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Group>
    </Group>
  );
}
