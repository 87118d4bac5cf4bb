import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { myTasksQuery } from '../../api/queries/deals';
import { isDue, isOverdue } from '../../lib/days';
import { calendarDay } from '../../lib/format';
import { paths } from '../../lib/paths';

/** The user's tasks that are due today or overdue. */
export function DueTasks({ onFollow }: { readonly onFollow: () => void }) {
  const tasks = useQuery(myTasksQuery);
  const [now] = useState(() => Date.now());
  const due = tasks.data?.filter((task) => isDue(task, now)) ?? [];
  if (tasks.isError && !tasks.data) {
    return (
      <Text size="sm" c="red" pb="sm" role="alert">
        {sentenceOf(tasks.error, 'Your tasks could not be loaded.')}
      </Text>
    );
  }
  if (due.length === 0) return null;
  return (
    <section aria-label="Due tasks">
      <Group justify="space-between" pb={4}>
        <Text fw={600} size="sm">
          Due Tasks
        </Text>
        <Anchor component={Link} size="xs" to={paths.tasks()} onClick={onFollow}>
          All tasks
        </Anchor>
      </Group>
      <Stack component="ul" gap="xs" m={0} p={0} pb="sm" style={{ listStyle: 'none' }}>
        {due.map((task) => (
          <li key={task.task_id}>
            <Anchor component={Link} size="sm" to={paths.property(task.parcel_number, { project_id: task.project_id })} onClick={onFollow}>
              {task.title}
            </Anchor>
            <Text size="xs" c={isOverdue(task, now) ? 'red' : 'dimmed'}>
              {task.address ?? task.parcel_number} · {isOverdue(task, now) ? `was due ${calendarDay(task.due_on ?? '')}` : 'due today'}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}
