import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type MouseEvent, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../api/client';
import { paths } from '../../lib/paths';
import { useResetPassword } from './api';
import { FrontDoor } from './front-door';

interface ResetScreenProps {
  /** The token in the mailed link. */
  readonly token: string | null;
  readonly onBack: () => void;
  readonly onDone: (sentence: string) => void;
}

/** /reset-password: sets a new password with the mailed link. */
export function ResetScreen({ token, onBack, onDone }: ResetScreenProps) {
  function back(event: MouseEvent): void {
    // Let the browser open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onBack();
  }
  return (
    <FrontDoor title="Choose a new password">
      {token ? (
        <ResetForm token={token} onDone={onDone} />
      ) : (
        <Text>This link is not complete. Request a new one with 'Forgot your password?' on the sign-in screen.</Text>
      )}
      <Anchor href={paths.login()} onClick={back} size="sm" mt="md" display="inline-block">
        Back to sign in
      </Anchor>
    </FrontDoor>
  );
}

const refusalOf = (reason: unknown): string =>
  sentenceOf(reason, reason instanceof Error ? reason.message : 'Network error. Please try again.');

function ResetForm({ token, onDone }: { readonly token: string; readonly onDone: ResetScreenProps['onDone'] }) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [differ, setDiffer] = useState(false);
  const reset = useResetPassword();
  const refusal = differ ? 'New passwords do not match!' : reset.failure !== undefined ? refusalOf(reset.failure) : undefined;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setDiffer(password !== again);
    if (password !== again) return;
    reset.send({ token, newPassword: password }, ({ message }) => onDone(message));
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
        <Button type="submit" size="md" disabled={reset.busy}>
          {reset.busy ? 'Please wait...' : 'Set New Password'}
        </Button>
      </Stack>
    </form>
  );
}
