import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { useUnsaved } from '../../ui/unsaved';
import { useInviteUser, type Role } from './api';
import { emailRefusal, nameRefusal, splitName } from './rules';

interface InviteModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Invites a colleague, who gets a mailed link to set a password. */
export function InviteModal({ opened, onClose }: InviteModalProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Invite User">
      <InviteForm onClose={onClose} />
    </FormModal>
  );
}

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('user');
  const [tried, setTried] = useState(false);
  const invite = useInviteUser();
  const { mayLeave } = useUnsaved(name.trim() !== '' || email.trim() !== '');
  const notice = useNotice();
  const fields = invite.error instanceof ApiProblem ? invite.error.fields : {};

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (nameRefusal(name) || emailRefusal(email)) return;
    invite.mutate(
      { ...splitName(name), email: email.trim(), role },
      {
        onSuccess: () => {
          notice.success(`An invitation was sent to ${email.trim()}.`);
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {invite.error && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {sentenceOf(invite.error, 'Failed to invite user')}
          </Alert>
        )}
        <TextInput
          label="Full Name"
          required
          data-autofocus
          value={name}
          error={(tried && nameRefusal(name)) || fields['fname']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          type="email"
          required
          value={email}
          error={(tried && emailRefusal(email)) || fields['email']}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label="Role"
          allowDeselect={false}
          data={[
            { value: 'user', label: 'User' },
            { value: 'admin', label: 'Admin' },
          ]}
          value={role}
          onChange={(next) => setRole(next === 'admin' ? 'admin' : 'user')}
        />
        <Text size="sm" c="dimmed">
          They receive an email with a link to choose a password.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send Invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
