import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { tasksQuery } from '../../api/queries/deals';
import { EmptyRow } from '../../ui/data-table';
import { useNotice } from '../../ui/dialogs';
import { LoadingPage } from '../../ui/loading-page';
import { ListFailure } from '../../ui/query-panel';
import { SelectLoaded } from '../../ui/select-box';
import { SelectionBar } from '../../ui/selection-bar';
import { usePages } from '../../ui/use-pages';
import { useSelection } from '../../ui/use-selection';
import { VirtualTable } from '../../ui/virtual-table';
import { TaskActions } from './task-actions';
import { taskFilterOf, type TasksShown } from './task-filter';
import { taskColumns, TaskRow } from './task-row';
import { TasksToolbar } from './tasks-toolbar';
import type { DealTask } from './use-change-tasks';

interface TasksScreenProps {
  readonly shown: TasksShown;
  readonly onShow: (shown: TasksShown) => void;
}

const noTasks: readonly DealTask[] = [];
const idOf = ({ task_id }: DealTask): string => task_id;

/** Tasks of all deals: whose, of which days, and changes of many at once. */
export function TasksScreen({ shown, onShow }: TasksScreenProps) {
  const [now] = useState(() => Date.now());
  const tasks = usePages(tasksQuery(taskFilterOf(shown, now)), (page) => page.tasks, idOf);
  const selection = useSelection(tasks.rows ?? noTasks, idOf);
  const notice = useNotice();
  const heading = { label: 'Task', control: <SelectLoaded selection={selection} many="tasks" /> };

  async function selectAll(): Promise<void> {
    try {
      selection.add(await tasks.loadAll());
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The tasks could not be loaded.'));
    }
  }

  function show(next: TasksShown): void {
    // What can be done to open tasks is not what can be done to others.
    if (next.done !== shown.done) selection.clear();
    onShow(next);
  }

  return (
    <>
      <TasksToolbar shown={shown} onChange={show} total={tasks.rows && tasks.total} />
      <ListFailure query={tasks} sentence={sentenceOf(tasks.error, 'The tasks could not be loaded.')} />
      {tasks.isPending && <LoadingPage />}
      {tasks.rows && (
        <VirtualTable
          caption="Tasks"
          columns={[heading, ...taskColumns.slice(1)]}
          rows={tasks.rows}
          keyOf={idOf}
          total={tasks.total}
          hasMore={tasks.hasMore}
          onEnd={tasks.onEnd}
          onView={tasks.onView}
          empty={<EmptyRow columns={taskColumns.length}>No tasks found</EmptyRow>}
          row={(task, tr) => <TaskRow task={task} tr={tr} selection={selection} now={now} />}
        />
      )}
      <SelectionBar selection={selection} one="task" many="tasks" total={tasks.total} onAll={selectAll}>
        <TaskActions chosen={selection.chosen} done={shown.done} onChanged={selection.clear} />
      </SelectionBar>
    </>
  );
}
