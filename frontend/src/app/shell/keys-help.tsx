import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core';
import { useFocusBack } from '../../ui/focus-back';
import { shortcutGroups, type Shortcut } from './key-table';
import classes from './shell.module.css';

const modifiers: ReadonlySet<string> = new Set(['Ctrl', 'Shift']);

interface KeysHelpProps {
  readonly onClose: () => void;
}

/** The keys of all screens, opened by `?`. Arrows and pages are alternatives, others are pressed together. */
export function KeysHelp({ onClose }: KeysHelpProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.keys}>
        {shortcutGroups.map(({ group, shortcuts }) => (
          <Stack key={group} gap="xs" component="section" aria-label={group} className={classes.keyGroup ?? ''}>
            <Title order={3} size="h5">
              {group}
            </Title>
            {shortcuts.map((shortcut) => (
              <Keys key={shortcut.what} {...shortcut} />
            ))}
          </Stack>
        ))}
      </div>
    </Modal>
  );
}

function Keys({ keys, what, then }: Shortcut) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm">{what}</Text>
      <Group gap={4} wrap="nowrap" flex="none">
        {keys.map((key, index) => (
          <Group key={key} gap={4} wrap="nowrap">
            {index > 0 && (
              <Text size="xs" c="dimmed">
                {then ? 'then' : modifiers.has(keys[0] ?? '') ? '+' : 'or'}
              </Text>
            )}
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Group>
    </Group>
  );
}
