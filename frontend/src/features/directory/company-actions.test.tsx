import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { CompaniesScreen } from './companies-screen';

const company = (id: string, name: string, contacts = 1) => ({
  company_id: id,
  company_name: name,
  contacts,
  industry: 'Retail',
  office_city: 'Houston',
  office_state: 'TX',
  number_of_employees: 12,
  tags: 'broker',
  version: 4,
});

async function open(shown: string | null = null, total = 7) {
  answer('get', '/api/get_companies', { companies: [company('k1', 'Acme'), company('k2', 'Beta')], total, next_cursor: null });
  answer('get', '/api/get_company_filters', { industries: ['Retail'], tags: ['broker'] });
  answer('get', '/api/people', { people: [{ user_id: 'u1', name: 'Dana Fox' }] });
  const { router } = renderScreen(<CompaniesScreen adding={false} onAdding={() => undefined} shown={shown} onShow={() => undefined} />);
  await screen.findByRole('article', { name: 'Acme', hidden: true });
  return Object.assign(userEvent.setup({ delay: null }), { router });
}

const bar = () => screen.findByRole('toolbar', { name: 'Actions for the selected companies' });

it('tags the companies selected by X, and undoes it', async () => {
  const user = await open();
  expect(screen.getByRole('article', { name: 'Acme' })).toHaveTextContent('broker');
  screen.getByRole('article', { name: 'Acme' }).focus();
  await user.keyboard('x');
  expect(within(await bar()).getByRole('status')).toHaveTextContent('1 company selected');
  const asked = answer('post', '/api/change_companies', { command_id: 'c1', changed: 1, unchanged: 0, not_found: 0 });
  await user.click(within(await bar()).getByRole('button', { name: 'Tag' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tag' }), 'VIP{Enter}');
  expect(await screen.findByText('Tagged VIP: 1 company.')).toBeVisible();
  expect(asked).toEqual([{ company_ids: ['k1'], change: { kind: 'add_tags', tags: ['VIP'] } }]);
  const undone = answer('post', '/api/undo_change_companies', { restored: 1, left: [] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(undone).toEqual([{ command_id: 'c1' }]));
});

it('selects a card by Space, and goes to the actions by A', async () => {
  const user = await open();
  screen.getByRole('article', { name: 'Beta' }).focus();
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: 'Select Beta' })).toBeChecked();
  await user.keyboard('a');
  expect(within(await bar()).getByRole('button', { name: 'Select all 7 of the list' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('checkbox', { name: 'Select Beta' })).not.toBeChecked();
});

it('says of more than 50,000 companies that they cannot be changed at once', async () => {
  const user = await open(null, 50_001);
  screen.getByRole('article', { name: 'Acme' }).focus();
  await user.keyboard('{Control>}a{/Control}');
  const actions = within(await bar());
  await user.click(actions.getByRole('button', { name: 'More' }));
  expect(actions.getByText('At most 50,000 companies can be changed at once. Narrow the list.')).toBeVisible();
  for (const name of ['Tag', 'Remove tag', 'Assign', 'Industry', 'Delete']) expect(actions.getByRole('button', { name })).toBeDisabled();
});

it('sets the industry of the selected companies, and undoes it', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta' }));
  const asked = answer('post', '/api/change_companies', { command_id: 'c1', changed: 1, unchanged: 0, not_found: 0 });
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Industry' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set the industry' });
  await user.type(within(dialog).getByRole('combobox', { name: /^Industry/ }), ' Logistics {Enter}');
  expect(await screen.findByText('Industry Logistics: 1 company.')).toBeVisible();
  expect(asked).toEqual([{ company_ids: ['k2'], change: { kind: 'set_industry', industry: 'Logistics' } }]);
  const undone = answer('post', '/api/undo_change_companies', { restored: 1, left: [] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(undone).toEqual([{ command_id: 'c1' }]));
});

it('assigns the selected companies to a person, and undoes it', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta' }));
  const asked = answer('post', '/api/change_companies', { command_id: 'c1', changed: 1, unchanged: 0, not_found: 0 });
  await user.click(within(await bar()).getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dana Fox' }));
  expect(await screen.findByText('Assigned to Dana Fox: 1 company.')).toBeVisible();
  expect(asked).toEqual([{ company_ids: ['k2'], change: { kind: 'assign', user_id: 'u1' } }]);
  const undone = answer('post', '/api/undo_change_companies', { restored: 1, left: [] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(undone).toEqual([{ command_id: 'c1' }]));
});

/** Answers with `count` contacts for each company that has any, and records the companies. */
function answerContacts(count: number): (string | null)[] {
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/get_all_contacts', ({ request }) => {
      const name = new URL(request.url).searchParams.get('company_name');
      asked.push(name);
      const contacts = Array.from({ length: count }, (_, index) => ({ contact_id: `${name}-${index}` }));
      return HttpResponse.json({ contacts, total: count, next_cursor: null });
    }),
  );
  return asked;
}

it('writes to the contacts of the selected companies that have any', async () => {
  const user = await open();
  const asked = answerContacts(2);
  const companies = [company('k1', 'Acme'), company('k2', 'Beta', 0), company('k3', 'Cell')];
  answer('get', '/api/get_companies', { companies, total: 3, next_cursor: null });
  await user.click(screen.getByRole('checkbox', { name: 'Select Acme' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Select all 7 of the list' }));
  await user.click(within(await bar()).getByRole('button', { name: 'E-mail contacts' }));
  await vi.waitFor(() => expect(user.router.state.location.pathname).toBe('/email_campaign'));
  expect(user.router.state.location.state).toEqual({ contactIds: ['Acme-0', 'Acme-1', 'Cell-0', 'Cell-1'] });
  expect(asked).toEqual(['Acme', 'Cell']);
});

it('does not write to contacts that are too many, or to none', async () => {
  const user = await open();
  answerContacts(501);
  await user.click(screen.getByRole('checkbox', { name: 'Select Acme' }));
  await user.click(within(await bar()).getByRole('button', { name: 'E-mail contacts' }));
  expect(await screen.findByText('At most 500 contacts can be written to at once. Narrow the list.')).toBeVisible();
  answerContacts(0);
  await user.click(within(await bar()).getByRole('button', { name: 'E-mail contacts' }));
  expect(await screen.findByText('There are no contacts to write to.')).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/');
});

it('deletes all of the list with the number that was seen, and asks again when it changed', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Select all 7 of the list' }));
  const refused = { code: 'company.list_changed', error: '8 companies now, 7 when you looked.', count: 8 };
  answer('post', '/api/change_companies', refused, 409);
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('8 companies now, 7 when you looked. Change 8 companies?')).toBeVisible();
  const asked = answer('post', '/api/change_companies', { command_id: 'c1', changed: 8, unchanged: 0, not_found: 0 });
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Deleted: 8 companies.')).toBeVisible();
  expect(asked).toEqual([{ filter: { industries: [], q: null }, seen: 8, change: { kind: 'remove' } }]);
});

it('leaves the focus beside the cards that were deleted, and on the list when none is left', async () => {
  const user = await open();
  answer('post', '/api/change_companies', { command_id: 'c1', changed: 1, unchanged: 0, not_found: 0 });
  const remove = async (name: string, left: ReturnType<typeof company>[]) => {
    answer('get', '/api/get_companies', { companies: left, total: left.length, next_cursor: null });
    screen.getByRole('article', { name }).focus();
    await user.keyboard('x');
    await user.click(within(await bar()).getByRole('button', { name: 'More' }));
    within(await bar())
      .getByRole('button', { name: 'Delete' })
      .focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent("delete 1 company from the directory? Contacts keep the company's name.");
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  };
  await remove('Beta', [company('k1', 'Acme')]);
  await vi.waitFor(() => expect(screen.getByRole('article', { name: 'Acme' })).toHaveFocus());
  await remove('Acme', []);
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^No companies found/));
});

it('keeps the focus in the list when a company leaves it while its details are open', async () => {
  answer('get', '/api/get_companies', { companies: [company('k1', 'Acme'), company('k2', 'Beta')], total: 2, next_cursor: null });
  answer('get', '/api/get_company_filters', { industries: ['Retail'], tags: [] });
  function Screen() {
    const [shown, setShown] = useState<string | null>(null);
    return <CompaniesScreen adding={false} onAdding={() => undefined} shown={shown} onShow={setShown} />;
  }
  renderScreen(<Screen />);
  const user = userEvent.setup({ delay: null });
  (await screen.findByRole('article', { name: 'Acme' })).focus();
  await user.keyboard('{Enter}');
  const details = await screen.findByRole('dialog', { name: 'Acme' });
  answer('post', '/api/update_company', { success: true, company: { ...company('k1', 'Acme'), industry: null, version: 5 } });
  // The list does not show it any more; the details ask for it alone.
  server.use(
    http.get('/api/get_companies', ({ request }) => {
      const found = new URL(request.url).searchParams.has('company_id') ? company('k1', 'Acme') : company('k2', 'Beta');
      return HttpResponse.json({ companies: [found], total: 1, next_cursor: null });
    }),
  );
  within(details).getByRole('cell', { name: 'Retail' }).focus();
  await user.keyboard('{Enter}');
  await user.clear(within(details).getByRole('textbox', { name: 'Industry of Acme' }));
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(screen.queryByRole('article', { name: 'Acme', hidden: true })).not.toBeInTheDocument());
  await user.click(within(await screen.findByRole('dialog', { name: 'Acme' })).getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(screen.getByRole('article', { name: 'Beta' })).toHaveFocus());
});

it('exports the selected companies and all of the list', async () => {
  const user = await open();
  const saved = vi.fn(() => 'blob:file');
  URL.createObjectURL = saved;
  const asked: unknown[] = [];
  server.use(
    http.post('/api/export_companies', async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse('company_name\r\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Export all companies of the list' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta' }));
  await user.click(within(await bar()).getByRole('button', { name: 'More' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Export 1 company' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(asked).toEqual([
    { format: 'xlsx', filter: { industries: [], q: null }, sort: 'name' },
    { format: 'csv', sort: 'name', company_ids: ['k2'] },
  ]);
});

it('edits a field in the details, by the version that is shown', async () => {
  const user = await open('k1');
  const details = await screen.findByRole('dialog', { name: 'Acme' });
  const asked = answer('post', '/api/update_company', { code: 'company.changed', error: 'Someone else has changed this company.' }, 409);
  within(details).getByRole('cell', { name: 'Houston' }).focus();
  await user.keyboard('{Enter}');
  const input = within(details).getByRole('textbox', { name: 'City of Acme' });
  await user.clear(input);
  await user.type(input, 'Waco{Enter}');
  expect(await within(details).findByText('Someone else has changed this company.')).toBeVisible();
  expect(asked).toEqual([{ company_id: 'k1', version: 4, office_city: 'Waco' }]);
});

it('corrects the number of employees in the details, and sets it back', async () => {
  const user = await open('k1');
  const details = await screen.findByRole('dialog', { name: 'Acme' });
  const asked = answer('post', '/api/update_company', { success: true, company: { version: 5 } });
  within(details).getByRole('cell', { name: '12' }).focus();
  await user.keyboard('{Enter}');
  const input = within(details).getByRole('textbox', { name: 'Employees of Acme' });
  await user.clear(input);
  await user.type(input, 'many{Enter}');
  expect(await within(details).findByText('Use zero or a positive whole number.')).toBeVisible();
  expect(asked).toEqual([]);
  await user.clear(input);
  await user.type(input, '1,250{Enter}');
  expect(await screen.findByText('Employees of Acme saved.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  await vi.waitFor(() =>
    expect(asked).toEqual([
      { company_id: 'k1', version: 4, number_of_employees: 1250 },
      { company_id: 'k1', version: 5, number_of_employees: 12 },
    ]),
  );
});
