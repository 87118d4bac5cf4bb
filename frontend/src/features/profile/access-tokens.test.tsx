import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { AccessTokensTab } from './access-tokens-tab';
import { AllAccessTokens } from './all-access-tokens';

const token = {
  token_id: 't1',
  name: 'QGIS',
  prefix: 'swp_7Kq2Xd',
  scopes: ['parcels:read', 'projects:read'],
  status: 'active',
  created_at: '2026-11-01T12:00:00Z',
  expires_at: '2027-01-30T12:00:00Z',
  last_used_on: null,
};
const secret = 'swp_7Kq2XdAndTheRestOfIt';

const listed = (...tokens: object[]) => ({ tokens, next_cursor: null, total: tokens.length });
const setup = () => userEvent.setup({ delay: null });

describe('Access Tokens', () => {
  it('shows what each token reads, until when, and whether it was used', async () => {
    const used = { ...token, token_id: 't2', name: 'Script', status: 'expired', scopes: ['parcels:read'], last_used_on: '2026-11-21' };
    answer('get', '/api/personal_access_tokens', listed(token, used));
    renderScreen(<AccessTokensTab />);
    const row = await screen.findByRole('row', { name: /QGIS/ });
    for (const text of ['swp_7Kq2Xd…', 'Parcels, Projects', 'Nov 1, 2026', 'Jan 30, 2027', 'Never', 'Active']) {
      expect(within(row).getByText(text)).toBeVisible();
    }
    const other = screen.getByRole('row', { name: /Script/ });
    expect(within(other).getByText('Nov 21, 2026')).toBeVisible();
    expect(within(other).getByText('Expired')).toBeVisible();
    expect(within(other).queryByRole('button')).not.toBeInTheDocument();
  });

  it('creates a token, shows it once and copies it', async () => {
    answer('get', '/api/personal_access_tokens', listed());
    const asked = answer('post', '/api/create_personal_access_token', { success: true, token: secret, personal_access_token: token });
    const user = setup();
    renderScreen(<AccessTokensTab />);
    expect(await screen.findByText('No access tokens yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create Token' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create Token' });
    await user.click(within(dialog).getByRole('button', { name: 'Create Token' }));
    expect(within(dialog).getByText('Name is required.')).toBeVisible();
    expect(within(dialog).getByText('Choose at least one.')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Name/), ' QGIS ');
    await user.click(within(dialog).getByLabelText('Parcels, map tiles and places'));
    await user.clear(within(dialog).getByLabelText(/^Expires after/));
    await user.type(within(dialog).getByLabelText(/^Expires after/), '367');
    await user.click(within(dialog).getByRole('button', { name: 'Create Token' }));
    expect(within(dialog).getByText('Use 1 to 366 days.')).toBeVisible();
    expect(asked).toEqual([]);
    await user.clear(within(dialog).getByLabelText(/^Expires after/));
    await user.type(within(dialog).getByLabelText(/^Expires after/), '30');
    answer('get', '/api/personal_access_tokens', listed(token));
    await user.click(within(dialog).getByRole('button', { name: 'Create Token' }));
    expect(await within(dialog).findByText('Copy this token now. It will not be shown again.')).toBeVisible();
    expect(asked).toEqual([{ name: 'QGIS', scopes: ['parcels:read'], expires_in_days: 30 }]);
    expect(within(dialog).getByLabelText('Access token')).toHaveValue(secret);
    // Escape must not lose it.
    await user.keyboard('{Escape}');
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('row', { name: /QGIS/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create Token' }));
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('');
    expect(screen.queryByDisplayValue(secret)).not.toBeInTheDocument();
  });

  it('says why a token was not created', async () => {
    const sentence = 'You already have an active access token with this name.';
    answer('get', '/api/personal_access_tokens', listed());
    answer('post', '/api/create_personal_access_token', { code: 'personal_access_token.name_taken', message: sentence }, 409);
    const user = setup();
    renderScreen(<AccessTokensTab />);
    await user.click(await screen.findByRole('button', { name: 'Create Token' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/^Name/), 'QGIS');
    await user.click(within(dialog).getByLabelText('Projects of your firm and their markers'));
    await user.click(within(dialog).getByRole('button', { name: 'Create Token' }));
    expect(await within(dialog).findByText(sentence)).toBeVisible();
  });

  it('revokes a token once the user is sure', async () => {
    answer('get', '/api/personal_access_tokens', listed(token));
    const asked = answer('post', '/api/revoke_personal_access_token', { success: true, personal_access_token: token });
    const user = setup();
    renderScreen(<AccessTokensTab />);
    await user.click(await screen.findByRole('button', { name: 'Revoke QGIS' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep' }));
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Revoke QGIS' }));
    answer('get', '/api/personal_access_tokens', listed({ ...token, status: 'revoked' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Revoked')).toBeVisible();
    expect(asked).toEqual([{ token_id: 't1' }]);
  });

  it('says when the tokens could not be loaded or revoked', async () => {
    answer('get', '/api/personal_access_tokens', {}, 500);
    const user = setup();
    renderScreen(<AccessTokensTab />);
    expect(await screen.findByText('Failed to load access tokens')).toBeVisible();
    answer('get', '/api/personal_access_tokens', listed(token));
    answer('post', '/api/revoke_personal_access_token', {}, 500);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke QGIS' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Failed to revoke the access token')).toBeVisible();
  });
});

describe('Access Tokens of All Users', () => {
  const owned = { ...token, user_id: 'u2', fname: 'Sam', lname: 'Lee', email: 's@x.example' };

  it('lists whose each token is, finds them and revokes', async () => {
    answer('get', '/api/all_personal_access_tokens', listed(owned));
    const asked = answer('post', '/api/revoke_personal_access_token', { success: true, personal_access_token: token });
    const user = setup();
    renderScreen(<AllAccessTokens />);
    const row = await screen.findByRole('row', { name: /QGIS/ });
    expect(within(row).getByText('Sam Lee')).toBeVisible();
    expect(screen.getByText('1 access token')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Revoke QGIS of Sam Lee' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(asked).toEqual([{ token_id: 't1' }]));
    const searched = answer('get', '/api/all_personal_access_tokens', listed());
    await user.type(screen.getByLabelText('Search access tokens by name or user'), 'nobody');
    expect(await screen.findByText('No access token matches.')).toBeVisible();
    expect(searched.at(-1)).toContain('q=nobody');
  });
});
