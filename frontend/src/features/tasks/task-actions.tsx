import { Button } from '@mantine/core';
import { IconCalendar, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQuery } from '../../api/queries/people';
import { calendarDay } from '../../lib/format';
import { AskDialog } from '../../ui/ask-dialog';
import { AssignMenu } from '../../ui/assign-menu';
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
      <AssignMenu
        people={people}
        loading={isPending}
        onAssign={(assigned_to, words) => {
          if (assigned_to !== null) void set({ assigned_to }, words);
        }}
      />
      <Button {...look} leftSection={<IconCalendar size={16} aria-hidden />} onClick={() => setMoving(true)}>
        Set day
      </Button>
      {moving && (
        <AskDialog
          title="Set day"
          day={{ label: 'Due', description: 'Empty: no day. Deadlines of letters keep theirs.' }}
          onClose={() => setMoving(false)}
          onSave={(_, due_on) => {
            setMoving(false);
            void set({ due_on }, due_on === null ? 'Without a day' : `Due ${calendarDay(due_on)}`);
          }}
        />
      )}
    </>
  );
}
