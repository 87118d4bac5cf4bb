import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { paths } from '../../lib/paths';
import { useConfirmEmail } from './api';
import { FrontDoor } from './front-door';

/** /confirm-email: confirms a new e-mail address with the mailed link. */
export function ConfirmEmailScreen({ token }: { readonly token: string | null }) {
  return (
    <FrontDoor title="Confirm your email address">
      {token ? <ConfirmForm token={token} /> : <Text>This link is not complete. Change the address in your profile again.</Text>}
      <Anchor href={paths.dashboard} size="sm" mt="md" display="inline-block">
        Go to Sitewright
      </Anchor>
    </FrontDoor>
  );
}

/** A button, because mail scanners open links too. */
function ConfirmForm({ token }: { readonly token: string }) {
  const confirm = useConfirmEmail();
  const [email, setEmail] = useState<string>();
  if (email !== undefined) return <Text role="status">From now on you sign in with {email}.</Text>;
  return (
    <Stack>
      {confirm.failure !== undefined && (
        <Alert role="alert" color="red" variant="light" py="xs">
          {sentenceOf(confirm.failure, 'Failed to confirm the email address')}
        </Alert>
      )}
      <Text>Use this address for your Sitewright account from now on?</Text>
      <Button size="md" disabled={confirm.busy} onClick={() => confirm.send(token, (answer) => setEmail(answer.email))}>
        {confirm.busy ? 'Please wait...' : 'Confirm'}
      </Button>
    </Stack>
  );
}
