import { Anchor, Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { mostSteps, myStepsQuery, myTasksQuery } from '../../api/queries/deals';
import { dayAfter, dayOf, isOverdue, stepOf } from '../../lib/days';
import { calendarDay } from '../../lib/format';
import { paths } from '../../lib/paths';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

type Schemas = components['schemas'];

/** Rows before 'Show all'. */
const fewest = 6;
/** Most tasks of an answer. */
const most = 500;

/** The user's open tasks, and the next steps of the user's deals that have a day; those due first come first. */
export function MyWork() {
  const tasks = useQuery(myTasksQuery);
  const steps = useQuery(myStepsQuery);
  const [now] = useState(() => Date.now());
  return (
    <Panel title="My Work">
      <QueryPanel query={tasks} failure={sentenceOf(tasks.error, 'Your tasks could not be loaded.')} pending={<Skeleton h={120} />}>
        {(open) => (
          <>
            <TasksSummary open={open} now={now} />
            <Lines
              label="My open tasks"
              all={open.length >= most ? `Show ${most}` : `Show all ${open.length}`}
              lines={open.map((task) => lineOfTask(task, now))}
            />
          </>
        )}
      </QueryPanel>
      <QueryPanel query={steps} failure={sentenceOf(steps.error, 'Your next steps could not be loaded.')} pending={null}>
        {(dated) =>
          dated.deals.length > 0 && (
            <Box mt="md">
              <StepsSummary dated={dated} now={now} />
              <Lines
                label="My next steps"
                all={dated.totals.count > mostSteps ? `Show ${mostSteps} next steps` : `Show all ${dated.deals.length} next steps`}
                lines={dated.deals.map((deal) => lineOfStep(deal, now))}
              />
            </Box>
          )
        }
      </QueryPanel>
    </Panel>
  );
}

/** '3 open tasks, 1 overdue', both of which lead to the tasks. */
function TasksSummary({ open, now }: { readonly open: readonly Schemas['DealTask'][]; readonly now: number }) {
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

/** '3 next steps, 1 overdue', both of which lead to the deals. */
function StepsSummary({ dated, now }: { readonly dated: Schemas['Deals']; readonly now: number }) {
  const overdue = dated.deals.filter((deal) => isOverdue(stepOf(deal), now)).length;
  const { count } = dated.totals;
  const until = dayAfter(dayOf(now), -1);
  return (
    <Text size="sm" c="dimmed" mb="sm">
      <FigureLink to={paths.deals({ mine: 'true', next_step_dated: 'true' })}>
        {count === 1 ? '1 next step' : `${count} next steps`}
      </FigureLink>
      ,{' '}
      {overdue === 0 ? (
        'none overdue'
      ) : (
        <FigureLink to={paths.deals({ mine: 'true', next_step_to: until })}>
          {overdue === mostSteps ? `${mostSteps} or more` : overdue} overdue
        </FigureLink>
      )}
    </Text>
  );
}

interface Line {
  readonly key: string;
  readonly title: string;
  readonly to: string;
  readonly about: string;
  readonly overdue: boolean;
}

const lineOfTask = (task: Schemas['DealTask'], now: number): Line => ({
  key: task.task_id,
  title: task.title,
  to: paths.property(task.parcel_number, { project_id: task.project_id }),
  about: `${task.address ?? task.parcel_number} · ${task.due_on ? `due ${calendarDay(task.due_on)}` : 'no day'}`,
  overdue: isOverdue(task, now),
});

const lineOfStep = (deal: Schemas['Deal'], now: number): Line => ({
  key: `${deal.project_id} ${deal.property_id}`,
  title: deal.next_step ?? 'Next step',
  to: paths.property(deal.parcel_number, { project_id: deal.project_id }),
  about: `${deal.address ?? deal.parcel_number} · due ${calendarDay(deal.next_step_on ?? '')}`,
  overdue: isOverdue(stepOf(deal), now),
});

interface LinesProps {
  readonly label: string;
  /** The button that shows all lines. */
  readonly all: string;
  readonly lines: readonly Line[];
}

function Lines({ label, all, lines }: LinesProps) {
  const [whole, setWhole] = useState(false);
  return (
    <>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
        {(whole ? lines : lines.slice(0, fewest)).map((line) => (
          <li key={line.key}>
            <Group gap="xs">
              <Anchor component={Link} to={line.to} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {line.title}
              </Anchor>
              {line.overdue && (
                <Badge color="red" variant="light" size="sm">
                  Overdue
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {line.about}
            </Text>
          </li>
        ))}
      </Stack>
      {lines.length > fewest && (
        <Button size="compact-sm" variant="subtle" mt="xs" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show fewer' : all}
        </Button>
      )}
    </>
  );
}
