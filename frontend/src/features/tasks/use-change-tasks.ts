import { useMutation } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { useStale } from '../../api/use-stale';
import { grouped } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';

export type DealTask = components['schemas']['DealTask'];

/** What can be set of many tasks at once. */
export interface TaskValues {
  readonly done?: boolean;
  readonly assigned_to?: string;
  readonly due_on?: string | null;
}

/** Most tasks of a call. */
const most = 500;

/** Changes many tasks, with 'Undo'; says which are left as they are. */
export function useChangeTasks() {
  const notice = useNotice();
  const stale = useStale(['property', '/deal_tasks'], ['property', '/pipeline']);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (wanted: readonly { readonly task: DealTask; readonly values: TaskValues }[]) => {
      const changes = wanted.map(({ task, values }) => ({ task_id: task.task_id, version: task.version, ...values }));
      const tasks: DealTask[] = [];
      const refused: string[] = [];
      for (let at = 0; at < changes.length; at += most) {
        const answer = await unwrap(propertyApi.POST('/deal_tasks/update', { body: { changes: changes.slice(at, at + most) } }));
        tasks.push(...answer.tasks);
        refused.push(...answer.refused.map(({ sentence }) => sentence));
      }
      return { tasks, refused };
    },
    onSettled: stale,
  });

  function tellRefused([first, ...others]: readonly string[]): void {
    if (first !== undefined) notice.alert(`${tasksWord(others.length + 1)} not changed. ${first}`);
  }

  async function restore(before: readonly DealTask[], after: readonly DealTask[], values: TaskValues): Promise<void> {
    const former = new Map(before.map((task) => [task.task_id, task]));
    const back = after.flatMap((task) => {
      const was = former.get(task.task_id);
      return was ? [{ task, values: formerValues(was, values) }] : [];
    });
    tellRefused((await mutateAsync(back)).refused);
  }

  /** `done` is the notice's text, followed by the number. Returns whether any was changed. */
  async function change(tasks: readonly DealTask[], values: TaskValues, done: string): Promise<boolean> {
    try {
      const answer = await mutateAsync(tasks.map((task) => ({ task, values })));
      tellRefused(answer.refused);
      if (answer.tasks.length === 0) return false;
      notice.undo(`${done}: ${tasksWord(answer.tasks.length)}.`, () => restore(tasks, answer.tasks, values));
      return true;
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The tasks could not be changed. Please try again.'));
      return false;
    }
  }
  return { change, isPending };
}

/** What the changed values were before. */
function formerValues(was: DealTask, { done, assigned_to, due_on }: TaskValues): TaskValues {
  return {
    ...(done !== undefined && { done: was.done_at !== null }),
    ...(assigned_to !== undefined && { assigned_to: was.assigned_to }),
    ...(due_on !== undefined && { due_on: was.due_on }),
  };
}

const tasksWord = (count: number): string => (count === 1 ? '1 task' : `${grouped(count)} tasks`);
