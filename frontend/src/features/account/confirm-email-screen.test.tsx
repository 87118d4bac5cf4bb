import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { ConfirmEmailScreen } from './confirm-email-screen';

describe('Confirming an email address', () => {
  it('waits for the person, then says which address is used', async () => {
    const asked = answer('post', '/api/confirm-email', { email: 'maya@new.example', message: 'Email address changed successfully!' });
    renderScreen(<ConfirmEmailScreen token="a-token" />);
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('status')).toHaveTextContent('From now on you sign in with maya@new.example.');
    expect(asked).toEqual([{ token: 'a-token' }]);
  });

  it('says why it does not work', async () => {
    answer('post', '/api/confirm-email', { message: 'This email address is already in use.' }, 409);
    renderScreen(<ConfirmEmailScreen token="a-token" />);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This email address is already in use.');
  });
});
