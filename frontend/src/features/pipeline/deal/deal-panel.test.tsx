import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { dayOf } from '../../../lib/days';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer, server, unreachable } from '../../../testing/server';
import { tell } from '../../../testing/stream';
import type { Deal, DealStage } from '../api';
import type { DealNote, DealTask } from './api';
import { DealPanel } from './deal-panel';

const me = '00000000-0000-7000-8000-000000000001';
const stage = (position: number, name: string, over: Partial<DealStage> = {}): DealStage => ({
  stage_id: `s${position}`,
  milestone: null,
  name,
  kind: 'open',
  position,
  required_facts: [],
  stale_after_days: null,
  archived: false,
  ...over,
});
const stages = [stage(1, 'Found'), stage(2, 'LOI out'), stage(3, 'Dropped', { kind: 'lost', required_facts: ['drop_reason'] })];
const deal: Deal = {
  project_id: 'p1',
  property_id: 'q1',
  ll_uuid: 'u1',
  parcel_number: '042',
  address: '4117 Cypress St',
  city: 'Houston',
  owner_name: null,
  acres: null,
  offer_value: null,
  site: null,
  stage_id: 's1',
  stage_name: 'Found',
  since: new Date(Date.now() - 3.5 * 86_400_000).toISOString(),
  cause: 'added',
  stalled: true,
  assigned_to: null,
  assigned_to_name: null,
  next_step: 'Call',
  next_step_on: '2026-12-01',
  drop_reason: null,
  tags: null,
  version: 1,
};
const note: DealNote = {
  note_id: 'n1',
  text: 'The owner is in Austin.',
  created_by: me,
  created_by_name: 'Maya Chen',
  created_at: '2026-11-20T15:00:00Z',
  edited_at: null,
  version: 1,
  mentions: [],
};
const task = (id: string, over: Partial<DealTask> = {}): DealTask => ({
  task_id: id,
  project_id: 'p1',
  property_id: 'q1',
  parcel_number: '042',
  address: null,
  title: `Task ${id}`,
  due_on: null,
  assigned_to: me,
  assigned_to_name: 'Maya Chen',
  created_by_name: 'Maya Chen',
  created_at: '2026-11-01T15:00:00Z',
  done_at: null,
  done_by_name: null,
  letter_id: null,
  letter_number: null,
  version: 4,
  ...over,
});
const page = (deals: Deal[], next: string | null = null) => ({
  deals,
  next,
  totals: { count: 1, in_sites: 0, offer_value: null, by_stage: [] },
});
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  signedIn();
  answer('get', '/property_api/deal_stages', { stages, version: 1 });
  answer('get', '/api/people', {
    people: [
      { user_id: me, name: 'Maya Chen' },
      { user_id: 'd', name: 'Dana Ruiz' },
    ],
  });
  answer('get', '/api/get_project_data', { project_data: { project_name: 'Pier' } });
  answer('get', '/property_api/deals', page([deal]));
  answer('get', '/property_api/deal_tasks', { tasks: [] });
  answer('get', '/property_api/deal_notes', { notes: [] });
  answer('get', '/property_api/deals/tags', { tags: ['corner', 'rail'] });
});

const open = () => renderScreen(<DealPanel propertyId="q1" projectIds={['p1']} />);
const part = async (name: string) => within(await screen.findByRole('region', { name }));

it('begins a task when one was asked for elsewhere', async () => {
  renderScreen(<DealPanel propertyId="q1" projectIds={['p1']} taskAskedAt="a" />);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New task' })).toHaveFocus());
});

it('shows stage, person and next step, and where they belong', async () => {
  const asked = answer('get', '/property_api/deals', page([deal]));
  open();
  expect(await screen.findByRole('combobox', { name: 'Stage' })).toHaveValue('Found');
  expect(screen.getByRole('combobox', { name: 'Assigned to' })).toHaveValue('Nobody');
  expect(screen.getByLabelText('Next step')).toHaveValue('Call');
  expect(screen.getByLabelText('On')).toHaveValue('2026-12-01');
  expect(screen.getByText('3 days in Found')).toBeVisible();
  expect(screen.getByText('Stalled')).toBeVisible();
  expect(screen.queryByLabelText('Reason for dropping')).not.toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Pier' })).toHaveAttribute('href', '/project?project_id=p1&project_name=Pier');
  expect(asked).toEqual(['?project_id=p1&property_id=q1']);
});

it('adds and removes tags', async () => {
  answer('get', '/property_api/deals', page([{ ...deal, tags: 'Flood zone, rail' }]));
  const asked = answer('post', '/property_api/deals/update', { changed: ['q1'], refused: [], command_id: 'c1' });
  open();
  const field = await screen.findByRole('combobox', { name: 'Tags' });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'corner' }));
  expect(await screen.findByText('Tagged corner: 1 property.')).toBeVisible();
  await user.type(field, '{Backspace}');
  expect(await screen.findByText('Tag rail removed: 1 property.')).toBeVisible();
  const of = { project_id: 'p1', property_ids: ['q1'] };
  expect(asked).toEqual([
    { ...of, add_tags: ['corner'] },
    { ...of, remove_tags: ['rail'] },
  ]);
});

it('says that there is none', async () => {
  open();
  expect(await screen.findByRole('combobox', { name: 'Stage' })).toHaveValue('Found');
  answer('get', '/property_api/deals', page([]));
  act(() => tell('deal.changed'));
  expect(await screen.findByText('This property is not in the pipeline of the project yet.')).toBeVisible();
});

it('says what a stage needs and where to enter it, and tries again', async () => {
  const asked = answer('post', '/property_api/deals/update', {
    changed: [],
    refused: [{ property_id: 'q1', missing: ['offer_value', 'contact'], sentence: 'LOI out needs an offer value and a contact.' }],
    command_id: null,
  });
  open();
  await user.click(await screen.findByRole('combobox', { name: 'Stage' }));
  await user.click(await screen.findByRole('option', { name: 'LOI out' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not moved to LOI outLOI out needs an offer value and a contact.');
  expect(alert).toHaveTextContent('Offer value: enter it under Valuation.Contact: add one under Ownership.');
  expect(screen.getByRole('combobox', { name: 'Stage' })).toHaveValue('Found');
  answer('get', '/property_api/deals', page([{ ...deal, stage_id: 's2', stage_name: 'LOI out' }]));
  const again = answer('post', '/property_api/deals/update', { changed: ['q1'], refused: [], command_id: 'c1' });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Moved to LOI out: 1 property.')).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Stage' })).toHaveValue('LOI out');
  expect(screen.queryByText('Not moved to LOI out')).not.toBeInTheDocument();
  expect([...asked, ...again]).toEqual([1, 2].map(() => ({ project_id: 'p1', property_ids: ['q1'], stage_id: 's2' })));
});

it('asks for the reason of a dropped deal, which can be corrected', async () => {
  const asked = answer('post', '/property_api/deals/update', { changed: ['q1'], refused: [], command_id: 'c1' });
  open();
  await user.click(await screen.findByRole('combobox', { name: 'Stage' }));
  await user.click(await screen.findByRole('option', { name: 'Dropped' }));
  answer('get', '/property_api/deals', page([{ ...deal, stage_id: 's3', stage_name: 'Dropped', drop_reason: 'Flood' }]));
  await user.type(await screen.findByLabelText('Reason'), 'Flood{Enter}');
  const reason = await screen.findByLabelText('Reason for dropping');
  expect(reason).toHaveValue('Flood');
  await user.type(reason, ' zone AE{Enter}');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { project_id: 'p1', property_ids: ['q1'], stage_id: 's3', drop_reason: 'Flood' },
    { project_id: 'p1', property_ids: ['q1'], drop_reason: 'Flood zone AE' },
  ]);
});

it('names an archived stage and a person who has left', async () => {
  const over = { stage_id: 's9', stage_name: 'Old', assigned_to: 'x', assigned_to_name: 'Lee Park' };
  answer('get', '/property_api/deals', page([{ ...deal, ...over }]));
  open();
  expect(await screen.findByRole('combobox', { name: 'Stage' })).toHaveValue('Old');
  expect(screen.getByRole('combobox', { name: 'Assigned to' })).toHaveValue('Lee Park');
});

it('says that a property is in no project', async () => {
  renderScreen(<DealPanel propertyId="q1" projectIds={[]} />);
  expect(await screen.findByText('This property is in no project.')).toBeVisible();
});

it('assigns a person, and saves the next step by keyboard', async () => {
  const asked = answer('post', '/property_api/deals/update', { changed: ['q1'], refused: [], command_id: 'c1' });
  open();
  await user.click(await screen.findByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Ruiz' }));
  expect(await screen.findByText('Assigned to Dana Ruiz: 1 property.')).toBeVisible();
  const step = screen.getByLabelText('Next step');
  await user.type(step, ' back{Escape}');
  expect(step).toHaveValue('Call');
  await user.clear(step);
  await user.type(step, 'Visit{Enter}');
  expect(await screen.findByText('Deal saved: 1 property.')).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { project_id: 'p1', property_ids: ['q1'], assigned_to: 'd' },
    { project_id: 'p1', property_ids: ['q1'], next_step: 'Visit' },
  ]);
  const saved = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument());
  await saved();
  expect(step).toHaveFocus();
  for (const name of ['Save', 'Cancel']) {
    await user.type(step, ' again');
    screen.getByRole('button', { name }).focus();
    await user.keyboard('{Enter}');
    await saved();
    expect(step).toHaveFocus();
  }
});

it('marks overdue tasks, ticks one with an undo, and shows those that are done', async () => {
  const [before, today] = [dayOf(Date.now() - 2 * 86_400_000), dayOf(Date.now())];
  const done = task('c', { done_at: '2026-11-02T15:00:00Z', done_by_name: 'Dana Ruiz' });
  answer('get', '/property_api/deal_tasks', { tasks: [task('a', { due_on: before }), task('b', { due_on: today }), done] });
  open();
  const tasks = await part('Tasks');
  const [first, second] = await tasks.findAllByRole('listitem');
  expect(first).toHaveTextContent('Overdue');
  expect(second).not.toHaveTextContent('Overdue');
  expect(tasks.queryByRole('checkbox', { name: 'Task c' })).not.toBeInTheDocument();
  await user.click(tasks.getByRole('button', { name: 'Show 1 done' }));
  expect(tasks.getByRole('checkbox', { name: 'Task c' })).toBeChecked();
  const asked = answer('post', '/property_api/deal_tasks/a', { ...task('a'), version: 5 });
  await user.click(tasks.getByRole('checkbox', { name: 'Task a' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { done: true, version: 4 },
    { done: false, version: 5 },
  ]);
});

it('adds a task for another person', async () => {
  const asked = answer('post', '/property_api/deal_tasks', task('a'));
  open();
  const tasks = await part('Tasks');
  expect(await tasks.findByText('No open tasks.')).toBeVisible();
  await user.type(tasks.getByLabelText('New task'), 'Call the owner');
  expect(tasks.getByRole('combobox', { name: 'Person' })).toHaveValue('Maya Chen');
  await user.type(tasks.getByLabelText('Due'), '2026-12-05');
  await user.click(tasks.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Ruiz' }));
  answer('get', '/property_api/deal_tasks', { tasks: [task('a', { title: 'Call the owner' })] });
  await user.click(tasks.getByRole('button', { name: 'Add task' }));
  expect(await tasks.findByRole('checkbox', { name: 'Call the owner' })).toBeVisible();
  expect(asked).toEqual([{ project_id: 'p1', property_id: 'q1', title: 'Call the owner', due_on: '2026-12-05', assigned_to: 'd' }]);
  expect(tasks.getByLabelText('New task')).toHaveValue('');
});

it('edits a task in place, and keeps what was typed when somebody else changed it', async () => {
  answer('get', '/property_api/deal_tasks', {
    tasks: [task('a', { due_on: '2026-12-01', assigned_to: 'x', assigned_to_name: 'Lee Park' })],
  });
  open();
  const tasks = await part('Tasks');
  await user.click(await tasks.findByRole('button', { name: 'Edit the task Task a' }));
  expect(tasks.getByLabelText('Task')).toHaveFocus();
  expect(tasks.getByRole('combobox', { name: 'Person' })).toHaveValue('Lee Park');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tasks.getByRole('button', { name: 'Edit the task Task a' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.clear(tasks.getByLabelText('Due'));
  await user.click(tasks.getByRole('combobox', { name: 'Person' }));
  await user.keyboard('{Escape}');
  await user.click(tasks.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Ruiz' }));
  const refused = answer('post', '/property_api/deal_tasks/a', { message: 'This task was changed meanwhile. Please reload it.' }, 409);
  await user.type(tasks.getByLabelText('Task'), '!{Enter}');
  expect(await screen.findByText('This task was changed meanwhile. Please reload it.')).toBeVisible();
  expect(refused).toEqual([{ title: 'Task a!', due_on: null, assigned_to: 'd', version: 4 }]);
  expect(tasks.getByLabelText('Task')).toHaveValue('Task a!');
  answer('post', '/property_api/deal_tasks/a', task('a'));
  await user.click(tasks.getByRole('button', { name: 'Save' }));
  expect(await tasks.findByRole('checkbox', { name: 'Task a' })).toBeVisible();
});

it('adds, edits and deletes notes; those of others can only be read', async () => {
  const other = { ...note, note_id: 'n2', text: 'Flooded in 2017.', created_by: 'd', created_by_name: 'Dana Ruiz' };
  answer('get', '/property_api/deal_notes', { notes: [note, other] });
  open();
  const notes = await part('Notes');
  await notes.findByText('Flooded in 2017.');
  expect(notes.getAllByRole('button', { name: /^Edit the note of/ })).toHaveLength(1);
  const changed: unknown[] = [];
  server.use(
    http.patch('/property_api/deal_notes/n1', async ({ request }) => {
      changed.push(await request.json());
      return HttpResponse.json({ message: 'This note was changed meanwhile. Please reload it.' }, { status: 409 });
    }),
    http.delete('/property_api/deal_notes/n1', () => {
      changed.push('deleted');
      return HttpResponse.json({ success: true });
    }),
  );
  await user.click(notes.getByRole('button', { name: /^Edit the note of Maya Chen/ }));
  const text = notes.getByLabelText('Text of the note');
  await user.type(text, ' Call.');
  await user.click(notes.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This note was changed meanwhile. Please reload it.')).toBeVisible();
  expect(text).toHaveValue('The owner is in Austin. Call.');
  await user.type(text, '{Escape}');
  await user.click(notes.getByRole('button', { name: /^Delete the note of Maya Chen/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(changed).toEqual([{ text: 'The owner is in Austin. Call.', version: 1, mentions: [] }, 'deleted']));
  const added = answer('post', '/property_api/deal_notes', note);
  await user.type(notes.getByLabelText('New note'), 'Met the broker.');
  await user.click(notes.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(added).toEqual([{ project_id: 'p1', property_id: 'q1', text: 'Met the broker.', mentions: [] }]));
  const field = notes.getByLabelText('New note');
  await waitFor(() => expect(field).toHaveValue(''));
  expect(field).toHaveFocus();
  await user.type(field, 'Or not.');
  await user.click(notes.getByRole('button', { name: 'Cancel' }));
  expect(field).toHaveFocus();
});

it('tells the history and the offers when they are opened', async () => {
  answer('get', '/property_api/deals/history', {
    spans: [
      { stage_id: 's2', stage_name: 'LOI out', since: '2026-11-20T15:00:00Z', until: null, cause: 'letter', actor_name: null },
      {
        stage_id: 's1',
        stage_name: 'Found',
        since: '2026-11-10T15:00:00Z',
        until: '2026-11-20T15:00:00Z',
        cause: 'added',
        actor_name: 'Dana Ruiz',
      },
    ],
    edits: [
      {
        command_id: 'c1',
        at: '2026-11-12T15:00:00Z',
        actor_name: 'Maya Chen',
        undoes: null,
        changes: [{ field: 'next_step_on', before: null, after: '2026-12-01' }],
      },
    ],
  });
  const offer = { offer_id: 'o1', amount: 950_000, side: 'buyer', basis: 'letter', reason: 'LOI-2026-0042', actor_name: 'Maya Chen' };
  answer('get', '/property_api/offers', {
    offers: [
      { ...offer, at: '2026-11-20T15:00:00Z', letter_id: 'l1' },
      { ...offer, offer_id: 'o2', amount: null, basis: 'manual', reason: 'Edited', at: '2026-11-10T15:00:00Z', letter_id: null },
    ],
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'History' }));
  const [now, first] = within(await screen.findByRole('list', { name: 'Stages of the deal' })).getAllByRole('listitem');
  expect(now).toHaveTextContent(/^LOI out.* – now · .*Moved by a letter$/);
  expect(first).toHaveTextContent(/^Found.*10 daysAdded to the project by Dana Ruiz$/);
  expect(screen.getByRole('list', { name: 'Changes of the deal' })).toHaveTextContent('Next step on: — → Dec 1, 2026Maya Chen');
  await user.click(screen.getByRole('button', { name: 'Offers' }));
  const [last, cleared] = within(await screen.findByRole('list', { name: 'Offers' })).getAllByRole('listitem');
  expect(last).toHaveTextContent('$950,000Our offer · By a letterLOI-2026-0042');
  expect(within(last as HTMLElement).getByRole('link', { name: 'Letter' })).toHaveAttribute('href', '/letters?letter_id=l1');
  expect(cleared).toHaveTextContent('ClearedOur offer · TypedEdited');
});

it('shows the deals of all projects, and says where one cannot be loaded', async () => {
  unreachable('get', '/property_api/deals');
  renderScreen(<DealPanel propertyId="q1" projectIds={['p1', 'p2']} />);
  await waitFor(() => expect(screen.getAllByText('The deal could not be loaded.')).toHaveLength(2));
});

it.each([
  ['note_id=n7', 'Notes', 'Note 7'],
  ['task_id=c', 'Tasks', 'Task c'],
])('brings into view what a link asks for by %s, also beyond what is shown at first', async (asked, list, text) => {
  const notes = Array.from({ length: 8 }, (_, at) => ({ ...note, note_id: `n${at}`, text: `Note ${at}` }));
  answer('get', '/property_api/deal_notes', { notes });
  const done = task('c', { done_at: '2026-11-02T15:00:00Z', done_by_name: 'Dana Ruiz' });
  answer('get', '/property_api/deal_tasks', { tasks: [task('a'), done] });
  renderScreen(<DealPanel propertyId="q1" projectIds={['p1']} />, `/property/042?${asked}`);
  const found = within(await screen.findByRole('list', { name: list })).findByText(text);
  const line = (await found).closest('li');
  await waitFor(() => expect(line).toHaveFocus());
});
