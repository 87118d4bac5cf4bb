import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';

interface NewLinkProps {
  /** Null if the link was made before and its address is in use. */
  readonly url: string | null;
  readonly name: string;
  readonly onSend: () => void;
  readonly onDone: () => void;
}

/** The address of a new link, the only time that it is shown. */
export function NewLink({ url, name, onSend, onDone }: NewLinkProps) {
  const clipboard = useClipboard({ timeout: 3_000 });
  const field = useRef<HTMLInputElement>(null);
  return (
    <Stack>
      {url === null ? (
        <Text size="sm">The link for {name} was made before. Send it by e-mail: the message gets a new address.</Text>
      ) : (
        <>
          <Alert color="yellow" variant="light" py="xs">
            Copy this address now. It will not be shown again. Whoever has it can read and sign the letter as {name}.
          </Alert>
          <TextInput
            ref={field}
            label={`Address for ${name}`}
            readOnly
            value={url}
            // Browsers offer no clipboard to pages without https.
            error={clipboard.error ? 'The address could not be copied. Select it and copy it.' : undefined}
            onFocus={() => field.current?.select()}
          />
        </>
      )}
      <Group justify="flex-end">
        {url !== null && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(url)}
          >
            {clipboard.copied ? 'Copied' : 'Copy'}
          </Button>
        )}
        <Button variant="default" onClick={onSend}>
          Send by e-mail
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
