import { Group, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../api/queries/people';
import { currentUserId } from '../../lib/session';
import { Count } from '../../ui/count';
import { dues, type Due, type TasksShown } from './task-filter';

const dueWords: Readonly<Record<Due, string>> = { all: 'All', overdue: 'Overdue', today: 'Today', week: 'Next 7 days' };

interface TasksToolbarProps {
  readonly shown: TasksShown;
  readonly onChange: (shown: TasksShown) => void;
  /** Number of tasks; undefined if unknown. */
  readonly total: number | null | undefined;
}

/** Whose tasks, of which days, open or done. */
export function TasksToolbar({ shown, onChange, total }: TasksToolbarProps) {
  const people = useQuery(peopleQuery);
  const me = currentUserId();
  const others = (people.data ?? []).filter(({ user_id }) => user_id !== me);
  const isKnown = ['all', me, ...others.map(({ user_id }) => user_id)].includes(shown.person);
  return (
    <Group mb="md" gap="md">
      <SegmentedControl
        aria-label="Due"
        data={dues.map((value) => ({ value, label: dueWords[value] }))}
        value={shown.due}
        onChange={(due) => onChange({ ...shown, due: due })}
      />
      <SegmentedControl
        aria-label="State"
        data={[
          { value: 'open', label: 'Open' },
          { value: 'done', label: 'Done' },
        ]}
        value={shown.done ? 'done' : 'open'}
        onChange={(state) => onChange({ ...shown, done: state === 'done' })}
      />
      <Select
        w={200}
        aria-label="Person"
        allowDeselect={false}
        data={[
          ...(me === null ? [] : [{ value: me, label: 'My tasks' }]),
          { value: 'all', label: 'Everybody' },
          ...others.map(({ user_id, name }) => ({ value: user_id, label: name })),
          ...(people.isSuccess && !isKnown ? [{ value: shown.person, label: 'A former colleague' }] : []),
        ]}
        value={shown.person}
        error={people.isError && 'The people could not be loaded.'}
        onChange={(person) => person !== null && onChange({ ...shown, person })}
      />
      {total !== undefined && <Count of={total} one="task" many="tasks" />}
    </Group>
  );
}
