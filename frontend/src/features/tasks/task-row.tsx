import { Anchor, Badge, Table, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { isOverdue } from '../../lib/days';
import { calendarDay, date } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { Column } from '../../ui/data-table';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import type { Selection } from '../../ui/use-selection';
import type { RowProps } from '../../ui/virtual-table';
import classes from './tasks.module.css';
import type { DealTask } from './use-change-tasks';

export const taskColumns: readonly Column[] = [
  { label: 'Task' },
  { label: 'Property' },
  { label: 'Due' },
  { label: 'Person' },
  { label: 'From' },
];

interface TaskRowProps {
  readonly task: DealTask;
  readonly tr: RowProps;
  readonly selection: Selection<DealTask>;
  /** Milliseconds. */
  readonly now: number;
}

/** A task in the list: Enter opens its property, X selects it. */
export function TaskRow({ task, tr, selection, now }: TaskRowProps) {
  const navigate = useNavigate();
  const to = paths.property(task.parcel_number, { project_id: task.project_id });
  return (
    <Table.Tr
      {...tr}
      data-selected={selection.has(task) || undefined}
      {...rowKeys({ selection, row: task, onOpen: () => void navigate(to) })}
    >
      <Table.Td>
        <span className={classes.titled}>
          <SelectBox selection={selection} row={task} name={task.title} />
          <Anchor component={Link} to={to} size="sm" className={classes.title}>
            {task.title}
          </Anchor>
        </span>
      </Table.Td>
      <Table.Td>{task.address ?? task.parcel_number}</Table.Td>
      <Table.Td>
        <Text size="sm" c={task.due_on ? undefined : 'dimmed'}>
          {task.due_on ? calendarDay(task.due_on) : 'No day'}
        </Text>
        {isOverdue(task, now) && (
          <Badge color="red" variant="light" size="sm">
            Overdue
          </Badge>
        )}
        {task.done_at && (
          <Text size="xs" c="dimmed">
            Done {date(task.done_at)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{task.assigned_to_name}</Table.Td>
      <Table.Td>{task.letter_number ?? task.created_by_name}</Table.Td>
    </Table.Tr>
  );
}
