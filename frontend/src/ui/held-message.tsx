import { Alert, Button, Group, Text } from '@mantine/core';

interface Props {
  readonly disabled: boolean;
  readonly onBringBack: () => void;
}

/** Says that another message of the form waits, because its sending was undone while something else was typed. */
export function HeldMessage({ disabled, onBringBack }: Props) {
  return (
    <Alert role="status" color="yellow" variant="light" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Another message that was not sent is kept here.</Text>
        <Button size="xs" variant="default" disabled={disabled} onClick={onBringBack}>
          Bring it back
        </Button>
      </Group>
    </Alert>
  );
}
