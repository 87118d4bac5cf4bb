import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { myStepsQuery, myTasksQuery } from '../../api/queries/deals';
import { isDue, isOverdue, stepOf } from '../../lib/days';
import { calendarDay } from '../../lib/format';
import { paths } from '../../lib/paths';

interface Following {
  readonly onFollow: () => void;
}

/** The user's tasks that are due today or overdue. */
export function DueTasks({ onFollow }: Following) {
  const tasks = useQuery(myTasksQuery);
  const [now] = useState(() => Date.now());
  const due = tasks.data?.filter((task) => isDue(task, now)) ?? [];
  if (tasks.isError && !tasks.data) return <Failure sentence={sentenceOf(tasks.error, 'Your tasks could not be loaded.')} />;
  return (
    <DueList
      title="Due Tasks"
      label="Due tasks"
      all={{ words: 'All tasks', to: paths.tasks() }}
      due={due.map((task) => ({
        key: task.task_id,
        title: task.title,
        to: paths.property(task.parcel_number, { project_id: task.project_id }),
        place: task.address ?? task.parcel_number,
        day: task.due_on ?? '',
        overdue: isOverdue(task, now),
      }))}
      onFollow={onFollow}
    />
  );
}

/** The next steps of the user's deals that are due today or overdue. */
export function DueSteps({ onFollow }: Following) {
  const steps = useQuery(myStepsQuery);
  const [now] = useState(() => Date.now());
  const due = steps.data?.deals.filter((deal) => isDue(stepOf(deal), now)) ?? [];
  if (steps.isError && !steps.data) return <Failure sentence={sentenceOf(steps.error, 'Your next steps could not be loaded.')} />;
  return (
    <DueList
      title="Due Next Steps"
      label="Due next steps"
      all={{ words: 'All next steps', to: paths.deals({ mine: 'true', next_step_dated: 'true' }) }}
      due={due.map((deal) => ({
        key: `${deal.project_id} ${deal.property_id}`,
        title: deal.next_step ?? 'Next step',
        to: paths.property(deal.parcel_number, { project_id: deal.project_id }),
        place: deal.address ?? deal.parcel_number,
        day: deal.next_step_on ?? '',
        overdue: isOverdue(stepOf(deal), now),
      }))}
      onFollow={onFollow}
    />
  );
}

interface Due {
  readonly key: string;
  readonly title: string;
  readonly to: string;
  readonly place: string;
  readonly day: string;
  readonly overdue: boolean;
}

interface DueListProps extends Following {
  readonly title: string;
  readonly label: string;
  readonly all: { readonly words: string; readonly to: string };
  readonly due: readonly Due[];
}

function DueList({ title, label, all, due, onFollow }: DueListProps) {
  if (due.length === 0) return null;
  return (
    <section aria-label={label}>
      <Group justify="space-between" pb={4}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Anchor component={Link} size="xs" to={all.to} onClick={onFollow}>
          {all.words}
        </Anchor>
      </Group>
      <Stack component="ul" gap="xs" m={0} p={0} pb="sm" style={{ listStyle: 'none' }}>
        {due.map((each) => (
          <li key={each.key}>
            <Anchor component={Link} size="sm" to={each.to} onClick={onFollow}>
              {each.title}
            </Anchor>
            <Text size="xs" c={each.overdue ? 'red' : 'dimmed'}>
              {each.place} · {each.overdue ? `was due ${calendarDay(each.day)}` : 'due today'}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}

function Failure({ sentence }: { readonly sentence: string }) {
  return (
    <Text size="sm" c="red" pb="sm" role="alert">
      {sentence}
    </Text>
  );
}
