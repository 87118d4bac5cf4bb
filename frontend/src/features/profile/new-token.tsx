import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';

interface NewTokenProps {
  readonly token: string;
  readonly onDone: () => void;
}

/** The new token, the only time that it is shown. */
export function NewToken({ token, onDone }: NewTokenProps) {
  const clipboard = useClipboard({ timeout: 3_000 });
  const field = useRef<HTMLInputElement>(null);
  return (
    <Stack>
      <Alert color="yellow" variant="light" py="xs">
        Copy this token now. It will not be shown again.
      </Alert>
      <TextInput
        ref={field}
        label="Access token"
        readOnly
        value={token}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        // Browsers offer no clipboard to pages without https.
        error={clipboard.error ? 'The token could not be copied. Select it and copy it.' : undefined}
        onFocus={() => field.current?.select()}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(token)}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
