import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { dayAfter, dayOf } from '../lib/days';
import { storeSession } from '../lib/session';
import { renderPage } from '../testing/render-screen';
import { answer } from '../testing/server';
import * as page from './tasks';

const today = dayOf(Date.now());

const task = (id: string, over: object = {}) => ({
  task_id: id,
  project_id: 'p1',
  property_id: 'q1',
  parcel_number: '042',
  address: '4117 Cypress St',
  title: `Task ${id}`,
  due_on: today,
  assigned_to: 'u1',
  assigned_to_name: 'Maya Chen',
  created_by_name: 'Ana Silva',
  created_at: '2026-11-20T10:00:00Z',
  done_at: null,
  done_by_name: null,
  version: 1,
  letter_id: null,
  letter_number: null,
  ...over,
});

const late = task('a', { due_on: dayAfter(today, -3) });
const ofLetter = task('b', { letter_id: 'l1', letter_number: 'LOI-2026-0042' });

beforeEach(() => storeSession({ user_id: 'u1', email: 'maya@example.com', fname: 'Maya', role: 'user', preferred_theme: 'light' }));

async function open(at = '/tasks') {
  answer('get', '/api/people', {
    people: [
      { user_id: 'u1', name: 'Maya Chen' },
      { user_id: 'u2', name: 'Ana Silva' },
    ],
  });
  const asked = answer('get', '/property_api/deal_tasks', { tasks: [late, ofLetter], next_cursor: null, total: 2 });
  renderPage('/tasks', page, at);
  await screen.findByText('Task a');
  return { asked, user: userEvent.setup({ delay: null }) };
}

it('shows the open tasks of the user, and others by person, day and state', async () => {
  const { asked, user } = await open();
  expect(asked.at(-1)).toBe('?assigned_to=u1&open=true&limit=100');
  expect(screen.getByText('2 tasks')).toBeVisible();
  const [, first, second] = screen.getAllByRole('row');
  expect(within(first as HTMLElement).getByText('Overdue')).toBeVisible();
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', '/property/042?project_id=p1');
  expect(second).toHaveTextContent('LOI-2026-0042');
  expect(second).not.toHaveTextContent('Overdue');

  await user.click(screen.getByRole('radio', { name: 'Next 7 days' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?assigned_to=u1&due_from=${today}&due_to=${dayAfter(today, 6)}&open=true&limit=100`));
  await user.click(await screen.findByRole('radio', { name: 'Overdue' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?assigned_to=u1&due_to=${dayAfter(today, -1)}&open=true&limit=100`));
  await user.click(await screen.findByRole('radio', { name: 'Done' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?assigned_to=u1&due_to=${dayAfter(today, -1)}&open=false&limit=100`));
  await user.click(await screen.findByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'Everybody' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?due_to=${dayAfter(today, -1)}&open=false&limit=100`));
});

it('shows the tasks of somebody who has left the firm', async () => {
  const { asked } = await open('/tasks?person=u9');
  expect(asked.at(-1)).toBe('?assigned_to=u9&open=true&limit=100');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Person' })).toHaveValue('A former colleague'));
});

it('changes many at once, says what is left, and undoes it', async () => {
  const { user } = await open();
  const done = { ...late, done_at: '2026-11-26T12:00:00Z', version: 2 };
  const sentence = 'This task was changed meanwhile. Please reload it.';
  const asked = answer('post', '/property_api/deal_tasks/update', { tasks: [done], refused: [{ task_id: 'b', sentence }] });
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded tasks' }));
  const bar = within(screen.getByRole('toolbar', { name: 'Actions for the selected tasks' }));
  await user.click(bar.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(`1 task not changed. ${sentence}`)).toBeVisible();
  expect(asked).toEqual([
    {
      changes: [
        { task_id: 'a', version: 1, done: true },
        { task_id: 'b', version: 1, done: true },
      ],
    },
  ]);
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ changes: [{ task_id: 'a', version: 2, done: false }] }));
});

it('assigns the selected tasks and sets their day', async () => {
  const { user } = await open();
  const asked = answer('post', '/property_api/deal_tasks/update', { tasks: [{ ...late, version: 2 }], refused: [] });
  await user.click(screen.getByRole('checkbox', { name: 'Select Task a' }));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ana Silva' }));
  expect(await screen.findByText('Assigned to Ana Silva: 1 task.')).toBeVisible();
  expect(asked).toEqual([{ changes: [{ task_id: 'a', version: 1, assigned_to: 'u2' }] }]);
  await user.click(screen.getByRole('checkbox', { name: 'Select Task a' }));
  await user.click(screen.getByRole('button', { name: 'Set day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set day' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ changes: [{ task_id: 'a', version: 1, due_on: null }] }));
});
