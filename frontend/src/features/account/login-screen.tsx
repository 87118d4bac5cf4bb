import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { forgotSentence, loginSentence, useForgotPassword, useLogin } from './api';
import { FrontDoor } from './front-door';

interface LoginScreenProps {
  readonly onSignedIn: (preferredTheme: 'light' | 'dark' | 'auto') => void;
  /** Called when the reset link was requested. */
  readonly onLinkSent: (sentence: string) => void;
}

/** /login: sign in, or request a password reset link. */
export function LoginScreen({ onSignedIn, onLinkSent }: LoginScreenProps) {
  const [forgotten, setForgotten] = useState(false);
  const [email, setEmail] = useState('');
  return (
    <FrontDoor title={forgotten ? 'Reset your password' : 'Sign in'}>
      {forgotten ? (
        <ForgotForm email={email} onEmail={setEmail} onSent={onLinkSent} />
      ) : (
        <SignInForm email={email} onEmail={setEmail} onSignedIn={onSignedIn} />
      )}
      <Anchor component="button" type="button" size="sm" mt="md" aria-expanded={forgotten} onClick={() => setForgotten(!forgotten)}>
        {forgotten ? 'Back to sign in' : 'Forgot your password?'}
      </Anchor>
    </FrontDoor>
  );
}

interface EmailProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

function SignInForm({ email, onEmail, onSignedIn }: EmailProps & Pick<LoginScreenProps, 'onSignedIn'>) {
  const [password, setPassword] = useState('');
  const login = useLogin();

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    login.send({ username: email.trim(), password }, (answer) => onSignedIn(answer.preferred_theme));
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        {login.failure !== undefined && <Refusal sentence={loginSentence(login.failure)} />}
        <EmailInput email={email} onEmail={onEmail} />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
        />
        <Button type="submit" size="md" disabled={login.busy}>
          {login.busy ? 'Please wait...' : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}

function ForgotForm({ email, onEmail, onSent }: EmailProps & { readonly onSent: (sentence: string) => void }) {
  const forgot = useForgotPassword();

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    forgot.send(email.trim(), () => onSent('Password reset link sent to your email.'));
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        {forgot.failure !== undefined && <Refusal sentence={forgotSentence(forgot.failure)} />}
        <EmailInput email={email} onEmail={onEmail} />
        <Button type="submit" size="md" disabled={forgot.busy}>
          {forgot.busy ? 'Please wait...' : 'Send Reset Link'}
        </Button>
      </Stack>
    </form>
  );
}

function EmailInput({ email, onEmail }: EmailProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      required
      withAsterisk={false}
      value={email}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
  );
}

function Refusal({ sentence }: { readonly sentence: string }) {
  return (
    <Alert role="alert" color="red" variant="light" py="xs">
      {sentence}
    </Alert>
  );
}
