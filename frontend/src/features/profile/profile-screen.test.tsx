import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '../../lib/paths';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { ProfileScreen } from './profile-screen';

const profile = {
  result: 'OK',
  user_id: '00000000-0000-7000-8000-000000000001',
  fname: 'Maya',
  lname: 'Ortiz',
  job_title: null,
  email: 'maya@meridian.example',
  phone_number: '713 555 0100',
  location: 'Houston',
  bio: null,
  pending_email: null,
  avatar_url: null,
  role: 'user',
  preferred_theme: 'auto',
};

const nothing = { logo_url: null, address_lines: [], phone_number: null, website: null, signatory_title: null, disclaimer: null };
const person = { user_id: profile.user_id, name: 'Maya Ortiz', job_title: null, email: profile.email, phone_number: null };

beforeEach(() => {
  answer('get', '/api/letterhead', { firm: { name: 'Meridian', ...nothing }, sender: { ...person, signature_url: null } });
  answer('get', '/property_api/letter_settings', { letter_threshold: null, job_threshold: null, approver_may_be_author: true, version: 0 });
});

async function open(role: 'admin' | 'user' = 'user') {
  signedIn(role);
  const asked = answer('get', '/api/profile', profile);
  renderScreen(<ProfileScreen />);
  await screen.findByLabelText('Full Name');
  return { asked, user: userEvent.setup({ delay: null }) };
}

describe('the tabs', () => {
  it('follow the address, which may name one again', async () => {
    signedIn('user');
    answer('get', '/api/personal_access_tokens', { tokens: [] });
    const { router } = renderScreen(<ProfileScreen />, '/profile?tab=password');
    expect(await screen.findByRole('tab', { name: 'Change Password' })).toHaveAttribute('aria-selected', 'true');
    await act(() => router.navigate(paths.profileTab('tokens')));
    const tokens = screen.getByRole('tab', { name: 'Access Tokens' });
    expect(tokens).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('tab', { name: 'Change Password' }));
    expect(tokens).toHaveAttribute('aria-selected', 'false');
    await act(() => router.navigate(paths.profileTab('tokens')));
    expect(tokens).toHaveAttribute('aria-selected', 'true');
    // Of admins only.
    answer('get', '/api/profile', profile);
    await act(() => router.navigate(paths.profileTab('operations')));
    expect(screen.getByRole('tab', { name: 'Profile Information' })).toHaveAttribute('aria-selected', 'true');
  });

  it('keep the open one in view where not all have room, also when the window becomes narrower', async () => {
    let wide = true;
    let narrowed = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly tell: () => void) {}
        observe(seen: Element) {
          if (seen.getAttribute('role') === 'tablist') narrowed = this.tell;
        }
        unobserve() {}
        disconnect() {}
      },
    );
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const isList = this.getAttribute('role') === 'tablist';
      const scrolled = this.closest('[role="tablist"]')?.scrollLeft ?? 0;
      return (isList ? { left: 30, right: wide ? 1000 : 360 } : { left: 450 - scrolled, right: 550 - scrolled }) as DOMRect;
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });
    signedIn('user');
    renderScreen(<ProfileScreen />, paths.profileTab('password'));
    const list = await screen.findByRole('tablist');
    expect(list.scrollLeft).toBe(0);
    wide = false;
    act(() => narrowed());
    expect(list.scrollLeft).toBe(190);
  });
});

describe('Profile Information', () => {
  it('asks for the own profile', async () => {
    const { asked } = await open();
    expect(asked).toEqual([`?user_id=${profile.user_id}`]);
    expect(screen.getByLabelText('Full Name')).toHaveValue('Maya Ortiz');
  });

  it('can be saved only when something changed and all of it is valid', async () => {
    const { user } = await open();
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await user.type(screen.getByLabelText('Location'), ', TX');
    expect(save).toBeEnabled();
    await user.clear(screen.getByLabelText('Phone'));
    await user.type(screen.getByLabelText('Phone'), '12');
    expect(screen.getByText('Use at least 7 characters (digits and - + ( ) . allowed).')).toBeVisible();
    expect(save).toBeDisabled();
    await user.clear(screen.getByLabelText('Phone'));
    expect(save).toBeEnabled();
    await user.clear(screen.getByLabelText('Email'));
    expect(screen.getByText('Please enter a valid email address.')).toBeVisible();
    expect(save).toBeDisabled();
  });

  it('saves the name in its two parts, and says so', async () => {
    const asked = answer('put', '/api/profile', { ...profile, lname: 'Ortiz Vega', job_title: 'Partner' });
    const { user } = await open();
    await user.type(screen.getByLabelText('Full Name'), ' Vega');
    await user.type(screen.getByLabelText('Job Title'), 'Partner');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(asked).toMatchObject([
      { user_id: profile.user_id, fname: 'Maya', lname: 'Ortiz Vega', job_title: 'Partner', email: 'maya@meridian.example', bio: '' },
    ]);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('asks for the password before another address, and says that it waits for its link', async () => {
    const asked = answer('put', '/api/profile', { ...profile, pending_email: 'maya@new.example' });
    const { user } = await open();
    expect(screen.queryByLabelText(/^Current Password/)).not.toBeInTheDocument();
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'maya@new.example');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(screen.getByLabelText(/^Current Password/), 'her password');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(asked).toMatchObject([{ email: 'maya@new.example', current_password: 'her password' }]);
    expect(screen.getByText('Waiting for confirmation: open the link that we sent to maya@new.example.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('maya@meridian.example');
    expect(screen.queryByLabelText(/^Current Password/)).not.toBeInTheDocument();
  });

  it('shows beside the password that it was wrong', async () => {
    const sentence = 'Current password is incorrect.';
    answer('put', '/api/profile', { message: sentence, errors: { current_password: sentence } }, 422);
    const { user } = await open();
    await user.type(screen.getByLabelText('Email'), 's');
    await user.type(screen.getByLabelText(/^Current Password/), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText(/^Current Password/)).toHaveAccessibleDescription(expect.stringContaining(sentence)));
  });

  it('says when it could not be saved', async () => {
    answer('put', '/api/profile', {}, 500);
    const { user } = await open();
    await user.type(screen.getByLabelText('Full Name'), ' Vega');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update profile')).toBeVisible();
  });

  it('says when it could not be loaded', async () => {
    signedIn();
    answer('get', '/api/profile', {}, 500);
    renderScreen(<ProfileScreen />);
    expect((await screen.findAllByText('Failed to load profile')).length).toBeGreaterThan(0);
  });

  it('says when nobody is signed in', () => {
    renderScreen(<ProfileScreen />);
    expect(screen.getByRole('alert')).toHaveTextContent('Missing user session. Please log in again.');
  });

  it('refuses a picture that is too large before it is sent', async () => {
    const { user } = await open();
    const file = new File(['x'], 'face.png', { type: 'image/png' });
    Object.defineProperty(file, 'size', { value: 20_971_521 });
    await user.upload(screen.getByLabelText('Picture file'), file);
    expect(await screen.findByText('Image too large (max 20MB). Choose a smaller file.')).toBeVisible();
  });
});

describe('Change Password', () => {
  async function fill(again: string) {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Change Password' }));
    await user.type(await screen.findByLabelText(/^Current Password/), 'old password');
    await user.type(screen.getByLabelText(/^New Password/), 'a longer password');
    await user.type(screen.getByLabelText(/^Confirm New Password/), again);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('refuses new passwords that differ, without asking the server', async () => {
    const asked = answer('post', '/api/change-password', { message: 'Password changed successfully!' });
    await fill('a longer passwort');
    expect(await screen.findByRole('alert')).toHaveTextContent('New passwords do not match!');
    expect(asked).toEqual([]);
  });

  it('sends old and new, and says so', async () => {
    const asked = answer('post', '/api/change-password', { message: 'Password changed successfully!' });
    await fill('a longer password');
    expect(await screen.findByText('Password changed successfully!')).toBeVisible();
    expect(asked).toEqual([{ user_id: profile.user_id, currentPassword: 'old password', newPassword: 'a longer password' }]);
  });
});

describe('Manage Operations', () => {
  it('is not there for users', async () => {
    await open('user');
    expect(screen.queryByRole('tab', { name: 'Manage Operations' })).not.toBeInTheDocument();
  });

  it('lets an admin deactivate a colleague once they are sure, but not themselves', async () => {
    const me = {
      user_id: profile.user_id,
      fname: 'Maya',
      lname: 'Ortiz',
      email: 'm@x.example',
      role: 'admin',
      active: true,
      invited: false,
    };
    const colleague = { ...me, user_id: 'u2', fname: 'Sam', lname: 'Lee', role: 'user' };
    answer('get', '/api/users', { users: [me, colleague] });
    answer('get', '/api/all_personal_access_tokens', { tokens: [], next_cursor: null, total: 0 });
    const asked = answer('post', '/api/update_user', { success: true, user: { ...colleague, active: false } });
    const { user } = await open('admin');
    await user.click(screen.getByRole('tab', { name: 'Manage Operations' }));
    expect(screen.getByText('Manage files and user permissions here')).toBeVisible();
    expect(await screen.findByRole('switch', { name: 'Maya Ortiz is active' })).toBeDisabled();
    await user.click(screen.getByRole('switch', { name: 'Sam Lee is active' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(asked).toEqual([{ user_id: 'u2', active: false }]));
  });
});
