import { Alert, Button, Group } from '@mantine/core';

interface Props {
  /** Who saved other criteria. */
  readonly by: string | null;
  readonly busy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Somebody saved other criteria since these were changed. */
export function ConflictNotice({ by, busy, onTheirs, onMine }: Props) {
  return (
    <Alert color="yellow" variant="light" role="alert" p="xs">
      {by ?? 'Somebody'} changed the criteria meanwhile.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          Take Theirs
        </Button>
        <Button size="compact-sm" variant="default" loading={busy} onClick={onMine}>
          Keep Mine
        </Button>
      </Group>
    </Alert>
  );
}
