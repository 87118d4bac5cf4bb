import { Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { IconCalendar, IconCheck, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { peopleQuery } from '../../api/queries/people';
import { calendarDay } from '../../lib/format';
import { useChangeTasks, type DealTask, type TaskValues } from './use-change-tasks';

interface TaskActionsProps {
  readonly chosen: readonly DealTask[];
  /** Whether the list is of tasks that are done. */
  readonly done: boolean;
  readonly onChanged: () => void;
}

/** 'Done', 'Assign' and 'Move' for the selected tasks. */
export function TaskActions({ chosen, done, onChanged }: TaskActionsProps) {
  const people = useQuery(peopleQuery);
  const { change, isPending } = useChangeTasks();
  const [moving, setMoving] = useState(false);
  const look = { size: 'compact-sm', variant: 'default', loading: isPending } as const;

  async function set(values: TaskValues, words: string): Promise<void> {
    if (await change(chosen, values, words)) onChanged();
  }

  return (
    <>
      <Button
        size="compact-sm"
        loading={isPending}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => void set({ done: !done }, done ? 'Open again' : 'Done')}
      >
        {done ? 'Open again' : 'Done'}
      </Button>
      <Menu position="top-start">
        <Menu.Target>
          <Button {...look} leftSection={<IconUser size={16} aria-hidden />}>
            Assign
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {people.isError && <Menu.Label>The people could not be loaded.</Menu.Label>}
          {people.data?.map(({ user_id, name }) => (
            <Menu.Item key={user_id} onClick={() => void set({ assigned_to: user_id }, `Assigned to ${name}`)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button {...look} leftSection={<IconCalendar size={16} aria-hidden />} onClick={() => setMoving(true)}>
        Set day
      </Button>
      {moving && (
        <DayDialog
          onClose={() => setMoving(false)}
          onSave={(due_on) => {
            setMoving(false);
            void set({ due_on }, due_on === null ? 'Without a day' : `Due ${calendarDay(due_on)}`);
          }}
        />
      )}
    </>
  );
}

interface DayDialogProps {
  readonly onClose: () => void;
  readonly onSave: (day: string | null) => void;
}

/** Asks for a day; an empty field clears it. */
function DayDialog({ onClose, onSave }: DayDialogProps) {
  const [day, setDay] = useState('');

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    onSave(day || null);
  }

  return (
    <Modal opened onClose={onClose} title="Set day">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="date"
            label="Due"
            description="Empty: no day. Deadlines of letters keep theirs."
            data-autofocus
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
