import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server, unreachable } from '../../testing/server';
import { LoginScreen } from './login-screen';

const success = {
  login_result: 'Login Successful',
  user_id: 'u1',
  email: 'maya@meridian.example',
  fname: 'Maya',
  role: 'admin',
  preferred_theme: 'dark',
  message: 'Welcome, Maya.',
};

function open() {
  const onSignedIn = vi.fn();
  const onLinkSent = vi.fn();
  renderScreen(<LoginScreen onSignedIn={onSignedIn} onLinkSent={onLinkSent} />);
  return { onSignedIn, onLinkSent, user: userEvent.setup() };
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'maya@meridian.example');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  it('sends e-mail and password, and remembers who signed in', async () => {
    const asked = answer('post', '/api/login', success);
    const { onSignedIn, user } = open();
    await signIn(user);
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('dark'));
    expect(asked).toEqual([{ username: 'maya@meridian.example', password: 'correct horse' }]);
    expect(localStorage.getItem('authenticated')).toBe('true');
    expect(sessionStorage.getItem('email')).toBe('maya@meridian.example');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('is no success, whatever the status, unless login_result says so', async () => {
    answer('post', '/api/login', { ...success, login_result: 'Login Failed', message: 'This account is locked.' });
    const { onSignedIn, user } = open();
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('This account is locked.');
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(localStorage.getItem('authenticated')).toBeNull();
  });

  it.each([
    ['the server’s message', 401, { error: 'Invalid email or password.' }, 'Invalid email or password.'],
    ['the status when the server says nothing', 502, {}, 'Login failed (502)'],
  ])('shows %s', async (_, status, body, sentence) => {
    answer('post', '/api/login', body, status);
    const { user } = open();
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });

  it('says when the network is away', async () => {
    unreachable('post', '/api/login');
    const { user } = open();
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error. Please try again.');
  });

  it('reads ‘Please wait...’ while busy', async () => {
    server.use(
      http.post('/api/login', async () => {
        await delay('infinite');
        return HttpResponse.json({});
      }),
    );
    const { user } = open();
    await signIn(user);
    expect(await screen.findByRole('button', { name: 'Please wait...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows and hides the password', async () => {
    const { user } = open();
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show or hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

describe('a forgotten password', () => {
  it('swaps to a form with only an e-mail field, and sends the link', async () => {
    const asked = answer('post', '/api/forgot-password', { message: 'Password reset link sent to your email.' });
    const { onLinkSent, user } = open();
    await user.type(screen.getByLabelText('Email'), 'maya@meridian.example');
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
    await vi.waitFor(() => expect(onLinkSent).toHaveBeenCalledWith('Password reset link sent to your email.'));
    expect(asked).toEqual([{ email: 'maya@meridian.example' }]);
  });

  it('says when the link could not be sent', async () => {
    answer('post', '/api/forgot-password', {}, 500);
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await user.type(screen.getByLabelText('Email'), 'maya@meridian.example');
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send reset link');
  });
});
