import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { ProjectsScreen } from './projects-screen';

const project = (id: string, name: string, property_count = 0) => ({
  project_id: id,
  project_name: name,
  category: 'Retail',
  description: 'Corner lots',
  state: '48',
  state_name: 'Texas',
  status: 'active',
  progress: 20,
  created_at: '2026-11-12T12:00:00Z',
  property_count,
  version: 1,
});

async function open(properties = 0) {
  const projects = [project('p1', 'North', properties), project('p2', 'South', properties)];
  answer('get', '/api/projects', { projects, total: 2, next_cursor: null });
  answer('get', '/api/get_project_filters', { statuses: [], categories: [], states: [], tags: ['gulf', 'vip'] });
  answer('get', '/api/people', { people: [{ user_id: 'u1', name: 'Dana Fox' }] });
  const { router } = renderScreen(<ProjectsScreen creating={false} onCreating={() => undefined} onCreated={() => undefined} />);
  await screen.findByRole('article', { name: 'North' });
  return Object.assign(userEvent.setup({ delay: null }), { router });
}

const bar = () => screen.findByRole('toolbar', { name: 'Actions for the selected projects' });

it('deletes the selected projects, and restores them', async () => {
  const user = await open();
  screen.getByRole('link', { name: 'North' }).focus();
  await user.keyboard('x');
  await user.click(screen.getByRole('checkbox', { name: 'Select South' }));
  expect(within(await bar()).getByRole('status')).toHaveTextContent('2 projects selected');
  const asked = answer('post', '/api/delete_projects', { project_ids: ['p1', 'p2'] });
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Are you sure you want to delete 2 projects?');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 projects deleted successfully!')).toBeVisible();
  expect(asked).toEqual([{ project_ids: ['p1', 'p2'] }]);
  const restored = answer('post', '/api/restore_projects', { project_ids: ['p1'] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 of the projects could not be restored.')).toBeVisible();
  expect(restored).toEqual([{ project_ids: ['p1', 'p2'] }]);
});

it('writes to the owners of the selected projects, counted first and each once', async () => {
  const user = await open(3);
  const person = (contact_id: string, email: string | null = `${contact_id}@mail.example`) => ({ contact_id, email, suppressed: false });
  const owners: Readonly<Record<string, object[]>> = { p1: [person('a'), person('b')], p2: [person('b'), person('c', null)] };
  server.use(
    http.post('*/property_api/preview_campaign', async ({ request }) => {
      const { project_id } = (await request.json()) as { project_id: string };
      return HttpResponse.json({ recipients: owners[project_id], merge_fields: [], unknown_fields: [], duplicates: 0, not_found: 0 });
    }),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select South' }));
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'E-mail owners' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'E-mail the owners of 2 projects' }));
  expect(await dialog.findByText('2 people can be written to')).toBeVisible();
  expect(dialog.getByRole('row', { name: 'South 3 1' })).toBeVisible();
  expect(dialog.getByRole('link', { name: 'South' })).toHaveAttribute('href', '/email_campaign?project_id=p2');
  await user.click(dialog.getByRole('button', { name: 'Write the message' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/email_campaign'));
  expect(user.router.state.location.state).toEqual({ contactIds: ['a', 'b'] });
});

it('opens letters for all properties of the selected projects, together', async () => {
  const user = await open(2);
  server.use(
    http.get('*/property_api/property_details', ({ request }) => {
      const project_id = new URL(request.url).searchParams.get('project_id') ?? '';
      return HttpResponse.json({ properties: [{ property_id: `${project_id}-a` }, { property_id: `${project_id}-b` }] });
    }),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select South' }));
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Create LOIs' }));
  await waitFor(() => expect(user.router.state.location).toMatchObject({ pathname: '/letters/new', search: '' }));
  expect(user.router.state.location.state).toEqual({
    groups: [
      { projectId: 'p1', propertyIds: ['p1-a', 'p1-b'] },
      { projectId: 'p2', propertyIds: ['p2-a', 'p2-b'] },
    ],
  });
});

it('says that a selected project has no properties to write letters for', async () => {
  const user = await open(0);
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Create LOIs' }));
  expect(await screen.findByText('North has no properties to write letters for.')).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/');
});

it('goes from card to card by the arrow keys, selects by Space, and goes to the actions by A', async () => {
  const user = await open();
  const link = (name: string) => screen.getByRole('link', { name });
  link('North').focus();
  await user.keyboard('{ArrowDown}');
  expect(link('South')).toHaveFocus();
  await user.keyboard('{ArrowUp} ');
  expect(link('North')).toHaveFocus();
  expect(screen.getByRole('checkbox', { name: 'Select North' })).toBeChecked();
  await user.keyboard('a');
  expect(within(await bar()).getByRole('button', { name: 'Select all 2 of the list' })).toHaveFocus();
  link('South').focus();
  await user.keyboard('{Shift>}X{/Shift}');
  expect(within(await bar()).getByRole('status')).toHaveTextContent('2 projects selected');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
});

it('sets the status of the selected projects, and sets back those that nobody changed since', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select South' }));
  const labels = (status: string) => ({ status, category: 'Retail' });
  const done = (id: string) => ({ project_id: id, before: labels('active'), after: labels('review') });
  const asked = answer('post', '/api/change_projects', { changed: [done('p1'), done('p2')], left: [] });
  await user.click(within(await bar()).getByRole('button', { name: 'Status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Review' }));
  expect(await screen.findByText('Status of 2 projects: Review.')).toBeVisible();
  expect(asked).toEqual([
    {
      changes: [
        { project_id: 'p1', status: 'review' },
        { project_id: 'p2', status: 'review' },
      ],
    },
  ]);
  const back = answer('post', '/api/change_projects', { changed: [], left: ['p2'] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Changed by others meanwhile, and left as it is: 1 of 2.')).toBeVisible();
  expect(back[0]).toMatchObject({ changes: [{ project_id: 'p1', status: 'active', expected: labels('review') }, { project_id: 'p2' }] });
});

it('tags and assigns the selected projects, and sets both back', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  const labels = (tags: string | null, assigned_to: string | null) => ({ status: 'active', category: 'Retail', tags, assigned_to });
  const change = (before: object, after: object) =>
    answer('post', '/api/change_projects', { changed: [{ project_id: 'p1', before, after }], left: [] });
  const tagged = change(labels('gulf', null), labels('gulf, rail', null));
  await user.click(within(await bar()).getByRole('button', { name: 'Tag' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tag' }), 'rail{Enter}');
  expect(await screen.findByText('Tagged rail: 1 project.')).toBeVisible();
  expect(tagged).toEqual([{ changes: [{ project_id: 'p1', add_tags: ['rail'] }] }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const back = { project_id: 'p1', tags: 'gulf', expected: labels('gulf, rail', null) };
  await waitFor(() => expect(tagged[1]).toEqual({ changes: [back] }));
  const assigned = change(labels('gulf', null), labels('gulf', 'u1'));
  await user.click(within(await bar()).getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dana Fox' }));
  expect(await screen.findByText('Assigned to Dana Fox: 1 project.')).toBeVisible();
  expect(assigned).toEqual([{ changes: [{ project_id: 'p1', assigned_to: 'u1' }] }]);
});

it('edits the name of a project by E and Enter, and says when its undo is too late', async () => {
  const user = await open();
  screen.getByRole('link', { name: 'North' }).focus();
  await user.keyboard('e');
  const field = screen.getByRole('textbox', { name: 'Name of North' });
  expect(field).toHaveFocus();
  const labels = (project_name: string) => ({ project_name, status: 'active', category: 'Retail' });
  const done = { project_id: 'p1', before: labels('North'), after: labels('North gate') };
  const asked = answer('post', '/api/change_projects', { changed: [done], left: [] });
  await user.type(field, ' gate{Enter}');
  expect(await screen.findByText('Name of North saved.')).toBeVisible();
  expect(asked).toEqual([{ changes: [{ project_id: 'p1', project_name: 'North gate' }] }]);
  await waitFor(() => expect(screen.getByRole('link', { name: 'North' })).toHaveFocus());
  const back = answer('post', '/api/change_projects', { changed: [], left: ['p1'] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('This could not be undone. The project was changed by somebody meanwhile.')).toBeVisible();
  expect(back).toEqual([{ changes: [{ project_id: 'p1', project_name: 'North', expected: labels('North gate') }] }]);
});

it('edits a field of a card by the right arrow and Enter, and sets it back', async () => {
  const user = await open();
  screen.getByRole('link', { name: 'North' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  const field = screen.getByRole('textbox', { name: 'Description of North' });
  expect(field).toHaveValue('Corner lots');
  const labels = (description: string) => ({ project_name: 'North', status: 'active', category: 'Retail', description, progress: 20 });
  const done = { project_id: 'p1', before: labels('Corner lots'), after: labels('Corner lots, rail') };
  const asked = answer('post', '/api/change_projects', { changed: [done], left: [] });
  await user.type(field, ', rail{Enter}');
  expect(await screen.findByText('Description of North saved.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const back = { project_id: 'p1', description: 'Corner lots', expected: labels('Corner lots, rail') };
  await waitFor(() => expect(asked).toEqual([{ changes: [{ project_id: 'p1', description: 'Corner lots, rail' }] }, { changes: [back] }]));
  screen.getByRole('link', { name: 'South' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'Progress in percent of South' }), 'x{Enter}');
  expect(await screen.findByText('Use a percentage from 0 to 100.')).toBeVisible();
  await user.keyboard('{Escape}{Escape}');
  expect(screen.getByRole('link', { name: 'South' })).toHaveFocus();
});

it('sets a category that no project has yet', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  const asked = answer('post', '/api/change_projects', { changed: [], left: ['p1'] });
  await user.click(within(await bar()).getByRole('button', { name: 'Category' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Other…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Category' }), 'Data center{Enter}');
  await vi.waitFor(() => expect(asked).toEqual([{ changes: [{ project_id: 'p1', category: 'Data center' }] }]));
});

it('selects all projects of the list, also those that are not loaded', async () => {
  const user = await open();
  server.use(
    http.get('/api/projects', ({ request }) => {
      const next = new URL(request.url).searchParams.get('cursor');
      const projects = next === 'n' ? [project('p3', 'West')] : [project('p1', 'North'), project('p2', 'South')];
      return HttpResponse.json({ projects, total: 3, next_cursor: next === 'n' ? null : 'n' });
    }),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search projects' }), 't');
  await user.click(screen.getByRole('checkbox', { name: 'Select North' }));
  await user.click(await within(await bar()).findByRole('button', { name: 'Select all 3 of the list' }));
  expect(await within(await bar()).findByText('3 projects selected')).toBeVisible();
  const asked = answer('post', '/api/delete_projects', { project_ids: ['p1', 'p2', 'p3'] });
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('3 projects deleted successfully!')).toBeVisible();
  expect(asked).toEqual([{ project_ids: ['p1', 'p2', 'p3'] }]);
});

it('exports all projects of the list in its order', async () => {
  const user = await open();
  const saved = vi.fn(() => 'blob:file');
  URL.createObjectURL = saved;
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Order' }));
  await user.click(await screen.findByRole('option', { name: 'Name' }));
  await user.keyboard('{Escape}');
  const asked: unknown[] = [];
  server.use(
    http.post('/api/export_projects', async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse('project_name\r\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Export all projects of the list' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(asked).toEqual([{ format: 'csv', filter: { q: null }, sort: 'name' }]);
});
