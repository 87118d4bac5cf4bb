import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { CompaniesScreen } from './companies-screen';

const company = (over: object) => ({
  company_id: 'k1',
  company_name: 'Bayou Steel',
  industry: 'Manufacturing',
  office_city: 'Houston',
  office_state: 'TX',
  number_of_employees: 1200,
  ...over,
});
const page = (...companies: object[]) => ({ companies: companies as Record<string, string>[], total: companies.length, next_cursor: null });
const two = page(company({}), company({ company_id: 'k2', company_name: 'Cedar Retail', industry: 'Retail', number_of_employees: 1 }));

function Screen({ opened = null }: { readonly opened?: string | null }) {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<string | null>(opened);
  return <CompaniesScreen adding={adding} onAdding={setAdding} shown={shown} onShow={setShown} />;
}

function open() {
  answer('get', '/api/people', { people: [{ user_id: 'u1', name: 'Dana Fox' }] });
  renderScreen(<Screen />);
  return userEvent.setup({ delay: null });
}

it('shows industry, office and employees, and the details of one', async () => {
  answer('get', '/api/get_companies', two);
  const user = open();
  const card = await screen.findByRole('article', { name: 'Bayou Steel' });
  expect(card).toHaveTextContent('ManufacturingHouston, TX1,200 employees');
  expect(screen.getByRole('article', { name: 'Cedar Retail' })).toHaveTextContent('1 employee');
  expect(screen.getByRole('status')).toHaveTextContent('2 companies');
  await user.click(within(card).getByRole('button', { name: 'View Details of Bayou Steel' }));
  const details = await screen.findByRole('dialog', { name: 'Bayou Steel' });
  expect(within(details).getByRole('row', { name: 'City Houston' })).toBeVisible();
  expect(within(details).getByRole('row', { name: 'Employees 1,200' })).toBeVisible();
  const assigned = answer('post', '/api/change_companies', { command_id: 'c1', changed: 1, unchanged: 0, not_found: 0 });
  await user.click(within(details).getByRole('combobox', { name: 'Assigned To of Bayou Steel' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Fox' }));
  expect(await screen.findByText('Assigned to Dana Fox: 1 company.')).toBeVisible();
  expect(assigned).toEqual([{ company_ids: ['k1'], change: { kind: 'assign', user_id: 'u1' } }]);
});

it('goes from card to card by the arrow keys, and opens one by Enter', async () => {
  answer('get', '/api/get_companies', two);
  answer('get', '/api/get_company_filters', { industries: [], tags: [] });
  const user = open();
  const first = await screen.findByRole('article', { name: 'Bayou Steel' });
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('article', { name: 'Cedar Retail' })).toHaveFocus();
  // There is none after the last one.
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(first).toHaveFocus();
  await user.keyboard('e');
  expect(screen.getByRole('textbox', { name: 'Name of Bayou Steel' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(first).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Bayou Steel' })).toBeVisible();
});

it('shows totals of the list and of chosen companies, and the fields that are chosen', async () => {
  const totals = { count: 2, employees: 1200, without_employees: 1 };
  const companies = [
    company({ contacts: 3, assigned_to_name: 'Dana Fox' }),
    company({ company_id: 'k2', company_name: 'Cedar Retail', number_of_employees: 1 }),
  ];
  answer('get', '/api/get_companies', { companies, total: 2, totals, next_cursor: null });
  answer('get', '/api/get_company_filters', { industries: [], tags: [] });
  const user = open();
  const card = await screen.findByRole('article', { name: 'Bayou Steel' });
  expect(screen.getByText('1,200 employees (1 without a number of employees)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Fields' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Contacts' }));
  expect(card).toHaveTextContent('Contacts3');
  await user.click(screen.getByRole('checkbox', { name: 'Assigned To' }));
  expect(card).toHaveTextContent('Assigned ToDana Fox');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Cedar Retail' }));
  expect(within(await screen.findByRole('toolbar')).getByText('1 employee')).toBeVisible();
});

it('shows N/A for an unknown number of employees', async () => {
  answer('get', '/api/get_companies', page(company({ number_of_employees: null })));
  open();
  expect(await screen.findByRole('article', { name: 'Bayou Steel' })).toHaveTextContent(/Houston, TXN\/AView Details$/);
});

it('is searched by the server, and keeps the focus in the search box', async () => {
  answer('get', '/api/get_companies', two);
  const user = open();
  await screen.findByRole('article', { name: 'Cedar Retail' });
  const asked = answer('get', '/api/get_companies', page(company({})));
  await user.type(screen.getByRole('searchbox'), ' bayou ');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Cedar Retail' })).not.toBeInTheDocument());
  expect(asked).toEqual(['?q=bayou&limit=100']);
  expect(screen.getByRole('searchbox')).toHaveFocus();
  answer('get', '/api/get_companies', page());
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No company matches the search and the filter.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('0 companies');
});

it('is filtered by the industries that the server offers', async () => {
  answer('get', '/api/get_companies', two);
  answer('get', '/api/get_company_filters', { industries: ['Manufacturing', 'Oil, Gas', 'Retail'] });
  const user = open();
  await screen.findByRole('article', { name: 'Bayou Steel' });
  const asked = answer('get', '/api/get_companies', page(company({ company_id: 'k9', company_name: 'Permian' })));
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Industry' }));
  await user.click(await screen.findByRole('option', { name: 'Oil, Gas' }));
  expect(await screen.findByRole('article', { name: 'Permian' })).toBeVisible();
  await user.click(screen.getByRole('option', { name: 'Retail' }));
  await waitFor(() => expect(asked).toEqual(['?industry=Oil%2C%20Gas&limit=100', '?industry=Oil%2C%20Gas&industry=Retail&limit=100']));
  expect(screen.getByText('Filter (2)')).toBeVisible();
  const byPerson = answer('get', '/api/get_companies', page(company({})));
  await user.click(screen.getByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Fox' }));
  await waitFor(() => expect(byPerson).toEqual(['?industry=Oil%2C%20Gas&industry=Retail&assigned_to=u1&limit=100']));
});

it('says what to do when there are none', async () => {
  answer('get', '/api/get_companies', page());
  open();
  expect(await screen.findByText('Add the companies you work with.')).toBeVisible();
});

it('opens a company that is on none of the loaded pages', async () => {
  answer('get', '/api/get_companies', page(company({ company_id: 'k77', company_name: 'Zenith' })));
  server.use(
    http.get('/api/get_companies', ({ request }) =>
      new URL(request.url).searchParams.has('company_id') ? undefined : HttpResponse.json(two),
    ),
  );
  renderScreen(<Screen opened="k77" />);
  expect(await screen.findByRole('dialog', { name: 'Zenith' })).toBeVisible();
  expect(screen.queryByRole('article', { name: 'Zenith' })).not.toBeInTheDocument();
});

it('shows a company that was added', async () => {
  answer('get', '/api/get_companies', page());
  const asked = answer('post', '/api/add_company', { success: true });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add Company' }));
  await user.type(await screen.findByLabelText(/Company Name/), 'Bayou Steel');
  answer('get', '/api/get_companies', page(company({})));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Company' }));
  expect(await screen.findByRole('article', { name: 'Bayou Steel' })).toBeInTheDocument();
  expect(asked).toMatchObject([{ company_name: 'Bayou Steel', industry: null }]);
});
