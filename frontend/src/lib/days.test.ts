import { expect, it } from 'vitest';
import { dayAfter, dayOf, isDue, isOverdue } from './days';

it('is the day where the user is', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 1).getTime())).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 10, 21, 23, 59).getTime())).toBe('2026-11-21');
});

it('counts days over the ends of months and years', () => {
  expect(dayAfter('2026-11-26', 6)).toBe('2026-12-02');
  expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
});

it('is overdue from the next day on, unless it is done or has no day', () => {
  const now = new Date(2026, 10, 21, 23, 59).getTime();
  expect(isOverdue({ due_on: '2026-11-20', done_at: null }, now)).toBe(true);
  expect(isOverdue({ due_on: '2026-11-21', done_at: null }, now)).toBe(false);
  expect(isOverdue({ due_on: '2026-11-20', done_at: '2026-11-20T10:00:00Z' }, now)).toBe(false);
  expect(isOverdue({ due_on: null, done_at: null }, now)).toBe(false);
});

it('is due from its day on, unless it is done or has no day', () => {
  const now = new Date(2026, 10, 21, 0, 1).getTime();
  const due = (due_on: string | null, done_at: string | null = null) => isDue({ due_on, done_at }, now);
  expect([due('2026-11-20'), due('2026-11-21'), due('2026-11-22'), due(null)]).toEqual([true, true, false, false]);
  expect(due('2026-11-20', '2026-11-20T10:00:00Z')).toBe(false);
});
