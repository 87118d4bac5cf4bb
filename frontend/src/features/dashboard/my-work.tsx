import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { myTasksQuery } from '../../api/queries/deals';
import { isOverdue } from '../../lib/days';
import { calendarDay } from '../../lib/format';
import { paths } from '../../lib/paths';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

type DealTask = components['schemas']['DealTask'];

/** Rows before 'Show all'. */
const fewest = 6;
/** Most tasks of an answer. */
const most = 500;

/** The user's open tasks, those due first come first. */
export function MyWork() {
  const tasks = useQuery(myTasksQuery);
  const [all, setAll] = useState(false);
  const [now] = useState(() => Date.now());
  return (
    <Panel title="My Work">
      <QueryPanel query={tasks} failure={sentenceOf(tasks.error, 'Your tasks could not be loaded.')} pending={<Skeleton h={120} />}>
        {(open) => (
          <>
            <Summary open={open} now={now} />
            <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="My open tasks">
              {(all ? open : open.slice(0, fewest)).map((task) => (
                <TaskLine key={task.task_id} task={task} overdue={isOverdue(task, now)} />
              ))}
            </Stack>
            {open.length > fewest && (
              <Button size="compact-sm" variant="subtle" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : open.length >= most ? `Show ${most}` : `Show all ${open.length}`}
              </Button>
            )}
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}

/** '3 open tasks, 1 overdue', both of which lead to the tasks. */
function Summary({ open, now }: { readonly open: readonly DealTask[]; readonly now: number }) {
  const overdue = open.filter((task) => isOverdue(task, now)).length;
  if (open.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        You have no open tasks.
      </Text>
    );
  }
  const count = open.length >= most ? `${most} or more open tasks` : open.length === 1 ? '1 open task' : `${open.length} open tasks`;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      <FigureLink to={paths.tasks()}>{count}</FigureLink>,{' '}
      {overdue === 0 ? 'none overdue' : <FigureLink to={paths.tasks({ due: 'overdue' })}>{overdue} overdue</FigureLink>}
    </Text>
  );
}

function TaskLine({ task, overdue }: { readonly task: DealTask; readonly overdue: boolean }) {
  return (
    <li>
      <Group gap="xs">
        <Anchor
          component={Link}
          to={paths.property(task.parcel_number, { project_id: task.project_id })}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {task.title}
        </Anchor>
        {overdue && (
          <Badge color="red" variant="light" size="sm">
            Overdue
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {task.address ?? task.parcel_number} · {task.due_on ? `due ${calendarDay(task.due_on)}` : 'no day'}
      </Text>
    </li>
  );
}
