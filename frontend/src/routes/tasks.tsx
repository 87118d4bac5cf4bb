import { useQuery } from '@tanstack/react-query';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { tasksQuery } from '../api/queries/deals';
import { projectQuery } from '../api/queries/projects';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { taskFilterOf, tasksShownBy, type TasksShown } from '../features/tasks/task-filter';
import { TasksScreen } from '../features/tasks/tasks-screen';
import { currentUserId } from '../lib/session';
import { Page } from '../ui/page';

export const loader = (call: LoaderFunctionArgs) => prefetch(tasksQuery(taskFilterOf(tasksShownBy(searchOf(call)), Date.now())));

/** /tasks: what is to be done on deals. */
export default function TasksPage() {
  const [query, setQuery] = useSearchParams();
  const shown = tasksShownBy(query);
  const project = useQuery({ ...projectQuery(shown.projectId ?? ''), enabled: shown.projectId !== undefined });
  return (
    <Page title="Tasks" {...(project.data && { note: project.data.project_name })}>
      <TasksScreen shown={shown} onShow={(next) => setQuery(queryOf(next), { replace: true })} />
    </Page>
  );
}

function queryOf({ person, due, done, projectId }: TasksShown): URLSearchParams {
  const query = new URLSearchParams();
  if (projectId) query.set('project_id', projectId);
  if (person !== currentUserId()) query.set('person', person);
  if (due !== 'all') query.set('due', due);
  if (done) query.set('done', 'true');
  return query;
}

export function ErrorBoundary() {
  return (
    <Page title="Tasks">
      <RouteFailure />
    </Page>
  );
}
