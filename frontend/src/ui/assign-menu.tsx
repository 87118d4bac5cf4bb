import { Button, Menu } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';

interface AssignMenuProps {
  /** The query of the firm's people. */
  readonly people: {
    readonly data?: readonly { readonly user_id: string; readonly name: string }[] | undefined;
    readonly isError: boolean;
  };
  readonly loading: boolean;
  readonly disabled?: boolean;
  /** Whether nobody can be chosen. */
  readonly withNobody?: boolean;
  /** Called with what was done, such as 'Assigned to Ana'. */
  readonly onAssign: (userId: string | null, done: string) => void;
}

/** 'Assign' for selected rows: the people of the firm. */
export function AssignMenu({ people, loading, disabled = false, withNobody = false, onAssign }: AssignMenuProps) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" loading={loading} disabled={disabled} leftSection={<IconUser size={16} aria-hidden />}>
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {people.isError && <Menu.Label>The people could not be loaded.</Menu.Label>}
        {people.data?.map(({ user_id, name }) => (
          <Menu.Item key={user_id} onClick={() => onAssign(user_id, `Assigned to ${name}`)}>
            {name}
          </Menu.Item>
        ))}
        {withNobody && <Menu.Item onClick={() => onAssign(null, 'Assigned to nobody')}>Nobody</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
