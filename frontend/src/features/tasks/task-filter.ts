import type { TaskFilter } from '../../api/queries/deals';
import { dayAfter, dayOf } from '../../lib/days';
import { currentUserId } from '../../lib/session';

/** Which days: all, those before today, today, or today and the six days after it. */
export const dues = ['all', 'overdue', 'today', 'week'] as const;
export type Due = (typeof dues)[number];

/** What the page's address says: `person` is a user's id, `all`, or absent for the user. */
export interface TasksShown {
  readonly person: string;
  readonly due: Due;
  readonly done: boolean;
  readonly projectId: string | undefined;
}

/** The filter of a page's address. */
export function tasksShownBy(query: URLSearchParams): TasksShown {
  return {
    person: query.get('person') ?? currentUserId() ?? 'all',
    due: dues.find((each) => each === query.get('due')) ?? 'all',
    done: query.get('done') === 'true',
    projectId: query.get('project_id') ?? undefined,
  };
}

/** What the server is asked for at this time (milliseconds): days are those where the user is. */
export function taskFilterOf({ person, due, done, projectId }: TasksShown, now: number): TaskFilter {
  const today = dayOf(now);
  const days = {
    all: {},
    overdue: { due_to: dayAfter(today, -1) },
    today: { due_from: today, due_to: today },
    week: { due_from: today, due_to: dayAfter(today, 6) },
  }[due];
  return { ...(person !== 'all' && { assigned_to: person }), ...(projectId && { project_id: projectId }), ...days, open: !done };
}
