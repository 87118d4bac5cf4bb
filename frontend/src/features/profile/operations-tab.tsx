import { Badge, Button, Group, Select, Switch, Table, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { usersQuery } from '../../api/queries/account';
import { DataTable, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { useUpdateUser, type Role, type User } from './api';
import { InviteModal } from './invite-modal';

const columns: readonly Column[] = [{ label: 'Name' }, { label: 'Email' }, { label: 'Role' }, { label: 'Active' }];

const roles: { value: Role; label: string }[] = [
  { value: 'admin', label: 'Admin' },
  { value: 'user', label: 'User' },
];

/** For admins: users and their roles and access. */
export function OperationsTab({ ownId }: { readonly ownId: string | null }) {
  const users = useQuery(usersQuery);
  const [inviting, setInviting] = useState(false);
  return (
    <div>
      <Group justify="space-between" mb="md">
        <Text>Manage files and user permissions here</Text>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
          Invite User
        </Button>
      </Group>
      <QueryPanel
        query={users}
        failure={sentenceOf(users.error, 'Failed to load users')}
        pending={<Text c="dimmed">Loading users...</Text>}
      >
        {(all) => (
          <DataTable caption="Users" columns={columns}>
            {all.map((user) => (
              <UserRow key={user.user_id} user={user} own={user.user_id === ownId} />
            ))}
          </DataTable>
        )}
      </QueryPanel>
      <InviteModal opened={inviting} onClose={() => setInviting(false)} />
    </div>
  );
}

/** Admins cannot remove their own role and access, so that the firm keeps an admin. */
function UserRow({ user, own }: { readonly user: User; readonly own: boolean }) {
  const update = useUpdateUser();
  const confirm = useConfirm();
  const notice = useNotice();
  const name = `${user.fname} ${user.lname}`.trim();

  async function change(part: { role?: Role; active?: boolean }): Promise<void> {
    if (part.active === false) {
      const sentence = `Are you sure you want to deactivate ${name}? They are signed out everywhere and cannot sign in again.`;
      if (!(await confirm({ sentence, confirm: 'Deactivate', cancel: 'Keep' }))) return;
    }
    update.mutate({ user_id: user.user_id, ...part }, { onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to update user')) });
  }

  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {name}
          {own && (
            <Badge variant="light" color="ink">
              You
            </Badge>
          )}
          {user.invited && (
            <Badge variant="light" color="gray">
              Invited
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{user.email}</Table.Td>
      <Table.Td>
        <Select
          aria-label={`Role of ${name}`}
          size="xs"
          w={110}
          data={roles}
          value={user.role}
          allowDeselect={false}
          disabled={own || update.isPending}
          onChange={(role) => role && void change({ role: role })}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`${name} is active`}
          color="ink"
          checked={user.active}
          disabled={own || update.isPending}
          onChange={(event) => void change({ active: event.currentTarget.checked })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
