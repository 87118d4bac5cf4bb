import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { paths } from '../../lib/paths';
import { useResetPassword } from './api';
import { FrontDoor } from './front-door';

interface ResetScreenProps {
  /** From the link in the mail. */
  readonly token: string | null;
  readonly onDone: (sentence: string) => void;
}

/** /reset-password: sets a new password by the link that was mailed. */
export function ResetScreen({ token, onDone }: ResetScreenProps) {
  return (
    <FrontDoor title="Choose a new password">
      {token ? (
        <ResetForm token={token} onDone={onDone} />
      ) : (
        <Text>This link is not complete. Ask for a new one with ‘Forgot your password?’ on the sign-in screen.</Text>
      )}
      <Anchor component={Link} to={paths.login()} size="sm" mt="md" display="inline-block">
        Back to sign in
      </Anchor>
    </FrontDoor>
  );
}

function ResetForm({ token, onDone }: { readonly token: string; readonly onDone: ResetScreenProps['onDone'] }) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [differ, setDiffer] = useState(false);
  const reset = useResetPassword();
  const refusal = differ ? 'New passwords do not match!' : reset.isError ? sentenceOf(reset.error, reset.error.message) : undefined;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setDiffer(password !== again);
    if (password !== again) return;
    reset.mutate({ token, newPassword: password }, { onSuccess: ({ message }) => onDone(message) });
  }

  const shared = {
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': 'Show or hide password', tabIndex: 0 },
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {refusal && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {refusal}
          </Alert>
        )}
        <PasswordInput
          {...shared}
          label="New Password"
          description="At least 12 characters"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput {...shared} label="Confirm New Password" value={again} onChange={(event) => setAgain(event.currentTarget.value)} />
        <Button type="submit" size="md" disabled={reset.isPending}>
          {reset.isPending ? 'Please wait...' : 'Set New Password'}
        </Button>
      </Stack>
    </form>
  );
}
