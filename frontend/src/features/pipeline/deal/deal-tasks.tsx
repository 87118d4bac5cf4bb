import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { dealTasksQuery } from '../../../api/queries/deals';
import { useNotice } from '../../../ui/dialogs';
import { QueryPanel } from '../../../ui/query-panel';
import { useAskedId } from '../../../ui/use-asked-for';
import { useChangeTask, type DealKey, type DealTask } from './api';
import classes from './deal.module.css';
import { Section } from './section';
import { TaskForm } from './task-form';
import { TaskLine } from './task-line';

interface DealTasksProps {
  readonly dealKey: DealKey;
  readonly askedAt?: string | undefined;
}

/** What is to be done: open tasks, and on request those that are done. `askedAt`: see `TaskForm`. */
export function DealTasks({ dealKey, askedAt }: DealTasksProps) {
  const tasks = useQuery(dealTasksQuery(dealKey.project_id, dealKey.property_id));
  const [withDone, setWithDone] = useState(false);
  const askedId = useAskedId('task_id');
  // A task that is asked for is shown also when it is done.
  const [shownFor, setShownFor] = useState<string | null>(null);
  if (askedId !== shownFor && tasks.data?.some(({ task_id, done_at }) => task_id === askedId && done_at !== null)) {
    setShownFor(askedId);
    setWithDone(true);
  }
  const change = useChangeTask();
  const notice = useNotice();
  const list = useRef<HTMLUListElement>(null);

  async function tick(task: DealTask, done: boolean): Promise<void> {
    try {
      const after = await change.mutateAsync({ task, done });
      if (done) notice.undo(`'${task.title}' is done.`, () => change.mutateAsync({ task: after, done: false }));
      // The task that had the focus may be hidden now.
      list.current?.focus();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The task could not be changed. Please try again.'));
    }
  }

  return (
    <Section title="Tasks">
      <QueryPanel query={tasks} failure={sentenceOf(tasks.error, 'The tasks could not be loaded.')}>
        {(all) => {
          const done = all.filter(({ done_at }) => done_at !== null);
          const shown = [...all.filter(({ done_at }) => done_at === null), ...(withDone ? done : [])];
          return (
            <>
              <ul className={classes.list} aria-label="Tasks" ref={list} tabIndex={-1}>
                {shown.map((task) => (
                  <TaskLine
                    key={task.task_id}
                    task={task}
                    busy={change.isPending}
                    isAsked={task.task_id === askedId}
                    onTick={(is) => void tick(task, is)}
                  />
                ))}
              </ul>
              {shown.length === 0 && (
                <Text size="sm" c="dimmed">
                  No open tasks.
                </Text>
              )}
              {done.length > 0 && (
                <Button size="compact-xs" variant="subtle" aria-pressed={withDone} onClick={() => setWithDone(!withDone)}>
                  {withDone ? 'Hide' : 'Show'} {done.length.toLocaleString('en-US')} done
                </Button>
              )}
            </>
          );
        }}
      </QueryPanel>
      <TaskForm dealKey={dealKey} askedAt={askedAt} />
    </Section>
  );
}
