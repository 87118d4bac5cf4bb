import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { ContactsScreen } from './contacts-screen';
import type { ContactsView } from './contacts-view';

const contact = (id: string, first: string, tags: string | null = null) => ({
  contact_id: id,
  first_name: first,
  last_name: 'Lee',
  email: `${first}@lee.example`,
  phone_number: null,
  company_name: null,
  title: null,
  job_title: null,
  tags,
  version: 4,
});

async function open(total: number | null = 3) {
  const contacts = [contact('c1', 'Ann', 'vip, broker'), contact('c2', 'Bea'), contact('c3', 'Cid')];
  answer('get', '/api/get_all_contacts', { contacts, total, next_cursor: null });
  answer('get', '/api/get_contact_filters', { tags: ['broker', 'vip'] });
  answer('get', '/api/people', { people: [{ user_id: 'u1', name: 'Dana Fox' }] });
  const shown = renderScreen(<ContactsScreen adding={false} onAdding={() => undefined} shown={null} onShow={() => undefined} />);
  await screen.findByText('Ann Lee');
  return Object.assign(userEvent.setup({ delay: null }), { router: shown.router });
}

const rowOf = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(name) });
const bar = () => screen.findByRole('toolbar', { name: 'Actions for the selected contacts' });

it('tags the contacts selected by X and Shift, and undoes it', async () => {
  const user = await open();
  expect(rowOf('Ann Lee')).toHaveTextContent('vip, broker');
  rowOf('Ann Lee').focus();
  await user.keyboard('x');
  rowOf('Cid Lee').focus();
  await user.keyboard('{Shift>}x{/Shift}');
  expect(within(await bar()).getByRole('status')).toHaveTextContent('3 contacts selected');
  const asked = answer('post', '/api/change_contacts', { command_id: 'k1', changed: 2, unchanged: 1, not_found: 0 });
  await user.click(within(await bar()).getByRole('button', { name: 'Tag' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a tag' });
  await user.type(within(dialog).getByRole('combobox', { name: 'Tag' }), ' VIP {Enter}');
  expect(await screen.findByText('Tagged VIP: 2 contacts.')).toBeVisible();
  expect(asked).toEqual([{ contact_ids: ['c1', 'c2', 'c3'], change: { kind: 'add_tags', tags: ['VIP'] } }]);
  const left = [{ contact_id: 'c2', sentence: 'It was changed meanwhile.' }];
  const undone = answer('post', '/api/undo_change_contacts', { restored: 1, left });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 contact stayed as they are. It was changed meanwhile.')).toBeVisible();
  expect(undone).toEqual([{ command_id: 'k1' }]);
});

it('offers the tags that contacts have, while one is typed', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Bea Lee' }));
  const asked = answer('post', '/api/change_contacts', { command_id: 'k1', changed: 1, unchanged: 0, not_found: 0 });
  await user.click(within(await bar()).getByRole('button', { name: 'Tag' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a tag' });
  await user.type(within(dialog).getByRole('combobox', { name: 'Tag' }), 'br');
  await user.click(await screen.findByRole('option', { name: 'broker' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toEqual([{ contact_ids: ['c2'], change: { kind: 'add_tags', tags: ['broker'] } }]));
});

it('writes to the selected contacts', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Lee' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Cid Lee' }));
  await user.click(within(await bar()).getByRole('button', { name: 'E-mail' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/email_campaign'));
  expect(user.router.state.location).toMatchObject({ search: '?to=contacts', state: { contactIds: ['c1', 'c3'] } });
});

it.each([
  [[{ project_id: 'p1', property_id: 'a' }], '?project_id=p1', { propertyIds: ['a'] }],
  [
    [
      { project_id: 'p1', property_id: 'a' },
      { project_id: 'p1', property_id: 'b' },
      { project_id: 'p2', property_id: 'a' },
    ],
    '',
    {
      groups: [
        { projectId: 'p1', propertyIds: ['a', 'b'] },
        { projectId: 'p2', propertyIds: ['a'] },
      ],
    },
  ],
])('opens the letters for the properties of the selected contacts', async (deals, search, state) => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Lee' }));
  const asked = answer('post', '/property_api/deals/of_contacts', { deals });
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Create LOIs' }));
  await waitFor(() => expect(user.router.state.location).toMatchObject({ pathname: '/letters/new', search, state }));
  expect(asked).toEqual([{ contact_ids: ['c1'] }]);
});

it('says where the selected contacts have no property', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Lee' }));
  answer('post', '/property_api/deals/of_contacts', { deals: [] });
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Create LOIs' }));
  expect(await screen.findByText(/linked to no property of a project/)).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/');
});

it.each([
  [3, '/email_campaign', undefined],
  [501, '/', 'At most 500 contacts can be written to at once. Narrow the list.'],
])('writes to all %s contacts of the list unless they are too many', async (total, path, refusal) => {
  const user = await open(total);
  rowOf('Ann Lee').focus();
  await user.keyboard('{Control>}a{/Control}');
  const contacts = Array.from({ length: total }, (_, index) => contact(`x${index}`, 'Ann'));
  const asked = answer('get', '/api/get_all_contacts', { contacts, total, next_cursor: null });
  await user.click(within(await bar()).getByRole('button', { name: 'E-mail' }));
  if (refusal) expect(await screen.findByText(refusal)).toBeVisible();
  await waitFor(() => expect(user.router.state.location.pathname).toBe(path));
  expect(asked).toContain('?limit=200');
});

it('changes the whole list by Ctrl+A, and asks when its number is another one', async () => {
  const user = await open(40);
  rowOf('Ann Lee').focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(within(await bar()).getByRole('status')).toHaveTextContent('All 40 contacts of the list selected');
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/change_contacts', async ({ request }) => {
      const body = (await request.json()) as { seen: number };
      bodies.push(body);
      if (body.seen === 41) return HttpResponse.json({ command_id: 'k1', changed: 41, unchanged: 0, not_found: 0 });
      const error = '41 contacts now, 40 when you looked.';
      return HttpResponse.json({ code: 'contact.list_changed', error, count: 41 }, { status: 409 });
    }),
  );
  await user.click(within(await bar()).getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dana Fox' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('41 contacts now, 40 when you looked. Change 41 contacts?');
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Assigned to Dana Fox: 41 contacts.')).toBeVisible();
  const change = { kind: 'assign', user_id: 'u1' };
  expect(bodies).toEqual([40, 41].map((seen) => ({ filter: { q: null }, seen, change })));
});

it.each([
  [500, undefined, true],
  [501, 'E-mail: at most 500 contacts at once', true],
  [50_000, 'E-mail: at most 500 contacts at once', true],
  [50_001, 'At most 50,000 contacts can be changed at once. Narrow the list.', false],
  // More than are counted.
  [null, 'E-mail: at most 500 contacts at once', true],
])('says of %s selected contacts what cannot be done with them', async (total, limit, canChange) => {
  const user = await open(total);
  rowOf('Ann Lee').focus();
  await user.keyboard('{Control>}a{/Control}');
  const actions = within(await bar());
  await user.click(actions.getByRole('button', { name: 'More' }));
  if (limit) expect(actions.getByText(limit)).toBeVisible();
  else expect(actions.queryByText(/at most/i)).not.toBeInTheDocument();
  for (const name of ['Tag', 'Remove tag', 'Assign', 'Company', 'Delete']) {
    if (canChange) expect(actions.getByRole('button', { name })).toBeEnabled();
    else expect(actions.getByRole('button', { name })).toBeDisabled();
  }
  expect(actions.getByRole('button', { name: 'Export all contacts of the list' })).toBeEnabled();
});

it('edits a cell, and sets it back unless somebody changed the contact since', async () => {
  const user = await open();
  const asked: unknown[] = [];
  server.use(
    http.post('/api/update_contact', async ({ request }) => {
      const body = (await request.json()) as { version: number };
      asked.push(body);
      const { version } = body;
      if (version === 4) return HttpResponse.json({ success: true, contact: { version: 5 } });
      return HttpResponse.json({ code: 'contact.changed', error: 'Someone else has changed this contact.' }, { status: 409 });
    }),
  );
  rowOf('Ann Lee').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'Company of Ann Lee' }), 'Acme{Enter}');
  expect(await screen.findByText('Company of Ann Lee saved.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('This could not be undone. Someone else has changed this contact.')).toBeVisible();
  expect(asked).toEqual([
    { contact_id: 'c1', version: 4, company_name: 'Acme' },
    { contact_id: 'c1', version: 5, company_name: null },
  ]);
});

it('deletes the selected contacts after confirmation, and reports a failure', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Bea Lee' }));
  const asked = answer('post', '/api/change_contacts', { error: 'The directory is being repaired.' }, 422);
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  const press = async (name: string) => {
    await user.click(within(await bar()).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  };
  await press('Keep');
  expect(asked).toHaveLength(0);
  await press('Delete');
  expect(await screen.findByText('The directory is being repaired.')).toBeVisible();
  answer('post', '/api/change_contacts', { command_id: 'k1', changed: 1, unchanged: 0, not_found: 0 });
  await press('Delete');
  expect(await screen.findByText('Deleted: 1 contact.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeInTheDocument());
});

it('leaves the focus beside the contacts that were deleted', async () => {
  const user = await open();
  rowOf('Bea Lee').focus();
  await user.keyboard('xa');
  answer('post', '/api/change_contacts', { command_id: 'k1', changed: 1, unchanged: 0, not_found: 0 });
  answer('get', '/api/get_all_contacts', { contacts: [contact('c1', 'Ann'), contact('c3', 'Cid')], total: 2, next_cursor: null });
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  within(await bar())
    .getByRole('button', { name: 'Delete' })
    .focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Are you sure you want to delete 1 contact from the directory?');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(rowOf('Cid Lee')).toHaveFocus());
});

it('leaves the focus beside a contact that is deleted by its menu, and on the list when none is left', async () => {
  const user = await open();
  answer('post', '/api/delete_contact', { success: true });
  const remove = async (name: string, left: ReturnType<typeof contact>[]) => {
    answer('get', '/api/get_all_contacts', { contacts: left, total: left.length, next_cursor: null });
    screen.getByRole('button', { name: `Actions for ${name}` }).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  };
  await remove('Cid Lee', [contact('c1', 'Ann'), contact('c2', 'Bea')]);
  await waitFor(() => expect(rowOf('Bea Lee')).toHaveFocus());
  await remove('Ann Lee', [contact('c2', 'Bea')]);
  await waitFor(() => expect(rowOf('Bea Lee')).toHaveFocus());
  await remove('Bea Lee', []);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Contacts' })).toHaveFocus());
});

it('is filtered by tag', async () => {
  const user = await open();
  const asked = answer('get', '/api/get_all_contacts', { contacts: [contact('c1', 'Ann', 'vip')], total: 1, next_cursor: null });
  await user.click(await screen.findByRole('combobox', { name: 'Tag' }));
  await user.click(await screen.findByRole('option', { name: 'vip' }));
  await waitFor(() => expect(asked).toEqual(['?sort=name&tag=vip&limit=100']));
  expect(await screen.findByText('1 contact')).toBeVisible();
});

it('is filtered by person and by company, also by one that the firm does not list', async () => {
  const user = await open();
  answer('get', '/api/get_companies', { companies: [{ company_id: 'k1', company_name: 'Bayou Steel' }], total: 1, next_cursor: null });
  const asked = answer('get', '/api/get_all_contacts', { contacts: [contact('c1', 'Ann')], total: 1, next_cursor: null });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Fox' }));
  await waitFor(() => expect(asked).toEqual(['?sort=name&assigned_to=Dana%20Fox&limit=100']));
  const company = screen.getByRole('combobox', { name: 'Company' });
  await user.click(company);
  await user.click(await screen.findByRole('option', { name: 'Bayou Steel' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?sort=name&assigned_to=Dana%20Fox&company_name=Bayou%20Steel&limit=100'));
  expect(screen.getByText('Filter (2)')).toBeVisible();
  await user.clear(company);
  await user.type(company, 'Cedar');
  await user.click(await screen.findByRole('option', { name: 'Cedar' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?sort=name&assigned_to=Dana%20Fox&company_name=Cedar&limit=100'));
});

it('keeps the person and the company of the filter in a saved view', async () => {
  answer('get', '/api/get_all_contacts', { contacts: [contact('c1', 'Ann')], total: 1, next_cursor: null });
  answer('get', '/api/get_contact_filters', { tags: [] });
  const kept: ContactsView[] = [];
  const views = (view: ContactsView, apply: (view: ContactsView) => void) => (
    <>
      <button onClick={() => kept.push(view)}>Keep</button>
      <button onClick={() => apply({ ...view, filter: { assigned_to: 'A. Former', company_name: 'Bayou Steel' } })}>Apply</button>
    </>
  );
  renderScreen(<ContactsScreen adding={false} onAdding={() => undefined} shown={null} onShow={() => undefined} views={views} />);
  const user = userEvent.setup({ delay: null });
  await screen.findByText('Ann Lee');
  answer('get', '/api/people', { people: [] });
  answer('get', '/api/get_companies', { companies: [], total: 0, next_cursor: null });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await user.click(await screen.findByRole('button', { name: 'Filter (2)' }));
  expect(await screen.findByRole('combobox', { name: 'Assigned to' })).toHaveValue('A. Former');
  expect(screen.getByRole('combobox', { name: 'Company' })).toHaveValue('Bayou Steel');
  await user.click(screen.getByLabelText('Clear the person'));
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(kept).toEqual([{ filter: { assigned_to: null, company_name: 'Bayou Steel' }, sort: 'name', columns: [] }]);
});
