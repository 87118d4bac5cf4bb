import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import type { Income, Incomes } from './api';
import { LazyIncomePanel } from './lazy-income-panel';

const income = (over: Partial<Income> = {}): Income => ({
  income_id: 'i1',
  kind: 'trailing_12',
  as_of: '2026-10-31',
  potential_gross_income: 1_200_000,
  vacancy_and_credit_loss: 96_000,
  other_income: 12_000,
  operating_expenses: 502_200,
  reserves_included: true,
  source: 'Rent roll',
  effective_gross_income: 1_116_000,
  noi: 613_800,
  cap_rate: 6,
  no_cap_rate: null,
  unusual: false,
  created_by_name: 'Maya Chen',
  created_at: '2026-11-01T15:00:00Z',
  version: 1,
  ...over,
});
const loss: Partial<Income> = { income_id: 'i2', kind: 'broker', noi: -884_000, cap_rate: null, no_cap_rate: 'no_income' };
const incomes = (over: Partial<Incomes> = {}): Incomes => ({ price: 10_230_000, incomes: [income(), income(loss)], ...over });
const user = userEvent.setup({ delay: null });

beforeEach(() => signedIn());

async function open(): Promise<void> {
  renderScreen(<LazyIncomePanel propertyId="q1" />);
  await user.click(screen.getByRole('button', { name: 'Show income' }));
}

it('shows incomes by kind, with what they are made of and their cap rates', async () => {
  answer('get', '/property_api/incomes', incomes());
  await open();
  const region = await screen.findByRole('region', { name: 'Last twelve months' });
  // The part that was opened has the focus of the button, which is gone.
  expect(region.closest('[tabindex="-1"]')).toHaveFocus();
  const trailing = within(region);
  expect(trailing.getByText('NOI').nextSibling).toHaveTextContent('$613,800');
  expect(trailing.getByText('Cap rate').nextSibling).toHaveTextContent('6.00 %');
  expect(trailing.getByText('Operating expenses with reserves')).toBeVisible();
  const broker = within(screen.getByRole('region', { name: "Broker's statement" }));
  expect(broker.getByText('Cap rate').nextSibling).toHaveTextContent('None: the NOI is not above 0');
  expect(screen.getByText('Cap rates at $10,230,000. Those of different kinds are not comparable.')).toBeVisible();
});

it('marks an unusual cap rate, and says that there is no price', async () => {
  answer('get', '/property_api/incomes', incomes({ price: null, incomes: [income({ cap_rate: 15.35, unusual: true })] }));
  await open();
  expect(await screen.findByText('Look at this: cap rates are usually 2 % to 15 %')).toBeVisible();
  expect(screen.getByText('The property has no offer value; enter a price for cap rates.')).toBeVisible();
});

it('adds an income', async () => {
  answer('get', '/property_api/incomes', incomes({ incomes: [] }));
  const asked = answer('post', '/property_api/incomes', income());
  await open();
  await user.click(await screen.findByRole('button', { name: 'Add an income' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an income' }));
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Whose figures' })).toHaveFocus());
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getAllByText('Enter an amount; 0 for none.')).toHaveLength(3);
  expect(dialog.getByText('Enter where the figures come from.')).toBeVisible();
  expect(dialog.getByText('Enter the day.')).toBeVisible();
  expect(dialog.getByLabelText(/^As of/)).toHaveFocus();
  await user.type(dialog.getByLabelText(/^As of/), '2026-10-31');
  for (const [label, typed] of [
    ['Potential gross income a year ($)', '1200000'],
    ['Vacancy and credit loss ($)', '96000'],
    ['Operating expenses ($)', '502200'],
    ['Source of the figures', 'Rent roll'],
  ] as const) {
    await user.type(dialog.getByRole('textbox', { name: label }), typed);
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked).toEqual([
    {
      property_id: 'q1',
      income: {
        kind: 'trailing_12',
        as_of: '2026-10-31',
        potential_gross_income: 1_200_000,
        vacancy_and_credit_loss: 96_000,
        other_income: 0,
        operating_expenses: 502_200,
        reserves_included: false,
        source: 'Rent roll',
      },
    },
  ]);
});

it('deletes an income, which can be undone', async () => {
  answer('get', '/property_api/incomes', incomes({ incomes: [income()] }));
  const deleted = answer('delete', '/property_api/incomes/:id', { success: true });
  const restored = answer('post', '/property_api/incomes/:id/restore', income());
  await open();
  await user.click(await screen.findByRole('button', { name: /^Delete: Last twelve months/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect([deleted.length, restored.length]).toEqual([1, 1]));
});

it('does not show a failure as no income', async () => {
  unreachable('get', '/property_api/incomes');
  await open();
  expect(await screen.findByText('The income could not be loaded.')).toBeVisible();
  expect(screen.queryByText('No income yet.')).not.toBeInTheDocument();
});

it('asks before typed figures are cancelled', async () => {
  answer('get', '/property_api/incomes', incomes());
  await open();
  await user.click(await screen.findByRole('button', { name: 'Add an income' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an income' }));
  await user.type(dialog.getByRole('textbox', { name: 'Source of the figures' }), 'Rent roll');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByRole('textbox', { name: 'Source of the figures' })).toHaveValue('Rent roll');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
