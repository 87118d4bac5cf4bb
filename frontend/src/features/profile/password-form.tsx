import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { currentUserId } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useChangePassword } from './api';
import { passwordFailure } from './rules';

const blank = { current: '', next: '', again: '' };

/** Changes the user's password. The user's other sessions end. */
export function PasswordForm() {
  const [draft, setDraft] = useState(blank);
  const [refused, setRefused] = useState<string>();
  const change = useChangePassword();
  const notice = useNotice();
  useUnsaved(Object.values(draft).some((typed) => typed !== ''));

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const userId = currentUserId();
    if (!userId) setRefused('Missing user session. Please log in again.');
    else if (draft.next !== draft.again) setRefused('New passwords do not match!');
    else {
      setRefused(undefined);
      change.mutate(
        { user_id: userId, currentPassword: draft.current, newPassword: draft.next },
        {
          onSuccess: () => {
            setDraft(blank);
            notice.success('Password changed successfully!');
          },
          onError: (reason) => setRefused(passwordFailure(reason)),
        },
      );
    }
  }

  const input = (name: keyof typeof blank, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      required
      autoComplete={autoComplete}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
    />
  );

  return (
    <form onSubmit={submit}>
      <Stack maw={380}>
        {refused && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {refused}
          </Alert>
        )}
        {input('current', 'Current Password', 'current-password')}
        {input('next', 'New Password', 'new-password')}
        {input('again', 'Confirm New Password', 'new-password')}
        <Group justify="flex-end">
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? 'Please wait...' : 'Change Password'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
