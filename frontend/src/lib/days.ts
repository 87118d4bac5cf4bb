/** The calendar day of a time where the user is, as '2026-11-21'. */
export function dayOf(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The calendar day so many days after another, which may be negative. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whether an open task's day has passed where the user is. */
export const isOverdue = ({ due_on, done_at }: { due_on: string | null; done_at: string | null }, now: number): boolean =>
  due_on !== null && done_at === null && due_on < dayOf(now);

/** Whether an open task is due today or overdue where the user is. */
export const isDue = ({ due_on, done_at }: { due_on: string | null; done_at: string | null }, now: number): boolean =>
  due_on !== null && done_at === null && due_on <= dayOf(now);

/** A deal's next step, as something that is due until another one is set. */
export const stepOf = ({ next_step_on }: { next_step_on: string | null }) => ({ due_on: next_step_on, done_at: null });
