import { expect, it } from 'vitest';
import { dayOf, isOverdue } from './days';

it('is the day where the user is', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 1).getTime())).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 10, 21, 23, 59).getTime())).toBe('2026-11-21');
});

it('is overdue from the next day on, unless it is done or has no day', () => {
  const now = new Date(2026, 10, 21, 23, 59).getTime();
  expect(isOverdue({ due_on: '2026-11-20', done_at: null }, now)).toBe(true);
  expect(isOverdue({ due_on: '2026-11-21', done_at: null }, now)).toBe(false);
  expect(isOverdue({ due_on: '2026-11-20', done_at: '2026-11-20T10:00:00Z' }, now)).toBe(false);
  expect(isOverdue({ due_on: null, done_at: null }, now)).toBe(false);
});
