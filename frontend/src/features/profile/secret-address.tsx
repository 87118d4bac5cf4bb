import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';

interface SecretAddressProps {
  readonly url: string;
  readonly label: string;
}

/** A new secret address, the only time that it is shown. */
export function SecretAddress({ url, label }: SecretAddressProps) {
  const clipboard = useClipboard({ timeout: 3_000 });
  const field = useRef<HTMLInputElement>(null);
  return (
    <Stack gap="xs" mb="xs">
      <Alert color="yellow" variant="light" py="xs">
        Copy this address now. It will not be shown again.
      </Alert>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          ref={field}
          flex={1}
          label={label}
          readOnly
          value={url}
          // Browsers offer no clipboard to pages without https.
          error={clipboard.error ? 'The address could not be copied. Select it and copy it.' : undefined}
          onFocus={() => field.current?.select()}
        />
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(url)}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
    </Stack>
  );
}
