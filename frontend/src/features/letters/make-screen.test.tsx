import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import type { LetterBatch, LetterInput, LetterLack, LetterPreviewRow } from './api';
import { MakeScreen } from './make-screen';

const previewPath = '/property_api/letter_jobs/preview';
const ids = ['q1', 'q2'];

const row = (id: string, over: Partial<LetterPreviewRow> = {}): LetterPreviewRow => ({
  property_id: id,
  ll_uuid: `u-${id}`,
  parcel_number: `042-${id}`,
  address: `${id} Cypress St`,
  city: 'Houston',
  owner_name: 'Bayou Trust',
  contact_name: null,
  acres: 2.5,
  square_feet: null,
  appraised_value: 1_000_000,
  market_value: null,
  total_value: null,
  offer_value: null,
  price: null,
  limit: null,
  price_problem: { field: 'offer_value', sentence: 'There is no offer value.' },
  earnest_money: null,
  deposit: null,
  lacks: [],
  blocked: true,
  letters: [],
  ...over,
});

const noOwner: LetterLack = {
  term: 'salutation',
  reason: 'default_used',
  severity: 'block',
  text: 'Property Owner',
  sentence: 'No contact is known: the letter would say Property Owner.',
};

const templates = ['standard', 't1', 't2'].map((template_id) => ({
  template_id,
  name: { standard: 'The standard letter', t1: 'Industrial' }[template_id] ?? 'Unfinished',
  published: template_id === 't2' ? null : 3,
}));

/** The template shows two days and an expiry. */
const inputs = ({ terms }: LetterBatch): LetterInput[] => [
  { name: 'dd_days', label: 'Due diligence in days', type: 'int', otherwise: '60', lacking: false },
  { name: 'expires_at', label: 'Expiry', type: 'local_datetime', otherwise: null, lacking: terms?.['expires_at'] === undefined },
];

/** Calculates like the server, as far as these tests need it. */
function previewing(): LetterBatch[] {
  const asked: LetterBatch[] = [];
  server.use(
    http.post(previewPath, async ({ request }) => {
      const batch = (await request.json()) as LetterBatch;
      asked.push(batch);
      const rows = batch.property_ids.map((id) => {
        const price = batch.prices?.[id] ?? (batch.price_rule ? 10_000 * (batch.price_rule.factor ?? 0) : null);
        const lacks =
          id === 'q2' ? [batch.accepted_defaults?.includes('salutation') ? { ...noOwner, severity: 'warn' as const } : noOwner] : [];
        const blocked = price === null || lacks.some(({ severity }) => severity === 'block');
        return row(id, {
          price,
          lacks,
          blocked,
          ...(price !== null && { price_problem: null, earnest_money: price / 200, deposit: price / 100 }),
        });
      });
      const made = rows.filter(({ blocked }) => !blocked);
      return HttpResponse.json({
        rows,
        totals: { letters: made.length, blocked: rows.length - made.length, price: made.reduce((sum, { price }) => sum + (price ?? 0), 0) },
        template: { template_id: batch.template_id ?? 't1', name: batch.template_id ? 'The standard letter' : 'Industrial', number: 3 },
        inputs: inputs(batch),
        warnings: [],
        approval: { needed: false, sentence: null },
      });
    }),
  );
  return asked;
}

async function open() {
  const asked = previewing();
  answer('get', '/property_api/letter_templates', { templates });
  answer('get', '/property_api/letter_terms', { terms: [] });
  renderScreen(<MakeScreen groups={[{ projectId: 'p1', propertyIds: ids }]} />);
  const user = userEvent.setup({ delay: null });
  expect(await screen.findAllByText('There is no offer value.')).toHaveLength(2);
  const price = async (factor: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Price' }));
    await user.click(await screen.findByRole('option', { name: 'Percent of appraised value' }));
    await user.type(screen.getByLabelText('Percent (%)'), factor);
  };
  return { user, asked, price };
}

it('previews the rule, accepts a stand-in, and makes the letters by Ctrl+Enter', async () => {
  const { user, asked, price } = await open();
  expect(screen.getByRole('button', { name: /No letter can be made/ })).toBeDisabled();
  await price('95');
  expect(await screen.findByRole('button', { name: /Make 1 letter, leave out 1/ })).toBeEnabled();
  expect(asked.at(-1)).toMatchObject({ price_rule: { basis: 'pct_appraised', factor: 95, step: 1, mode: 'nearest' } });
  await user.click(screen.getByRole('checkbox', { name: 'Accept “Property Owner” as salutation (1 letter)' }));
  expect(await screen.findByRole('button', { name: /Make 2 letters/ })).toBeEnabled();
  expect(screen.getByText('2 letters, $1,900,000 in total')).toBeVisible();

  const made = answer('post', '/property_api/letter_jobs', {
    job_id: 'j1',
    letters: 2,
    skipped: [],
    first_number: 'LOI-2026-0001',
    last_number: 'LOI-2026-0002',
  });
  const job = { job_id: 'j1', project_id: 'p1', state: 'running', letters: 2, made: 1, failed: 0, print_ready: false, print_parts: 1 };
  answer('get', '/property_api/letter_jobs/j1', job);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('1 of 2 PDFs made')).toBeVisible();
  expect(made).toMatchObject([{ project_id: 'p1', property_ids: ids, skip_blocked: false, accepted_defaults: ['salutation'] }]);
  expect(screen.getByText('LOI-2026-0001 to LOI-2026-0002. They are drafts until they are approved.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the letters' })).toHaveAttribute('href', '/letters?project_id=p1&job_id=j1');
  expect(screen.getByRole('button', { name: 'Print all (PDF)' })).toBeDisabled();

  // One is given up, and made again.
  answer('get', '/property_api/letter_jobs/j1', { ...job, state: 'failed', failed: 1 });
  const again = answer('post', '/property_api/letter_jobs/j1/pdfs', job, 202);
  const button = await screen.findByRole('button', { name: 'Make again' });
  expect(screen.getByText('1 of 2 PDFs made, 1 could not be made')).toBeVisible();
  answer('get', '/property_api/letter_jobs/j1', job);
  await user.click(button);
  expect(await screen.findByText('1 of 2 PDFs made')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make again' })).not.toBeInTheDocument();
  expect(again).toEqual([{}]);

  answer('get', '/property_api/letter_jobs/j1', { ...job, state: 'done', made: 2, print_ready: true });
  expect(await screen.findByRole('link', { name: 'Print all (PDF)' })).toHaveAttribute('href', '/property_api/letter_jobs/j1/print');
});

it('takes letters back that were made, names the offers that stay, and makes them again by another key', async () => {
  const { user, price } = await open();
  await price('95');
  await user.click(await screen.findByRole('checkbox', { name: 'Accept “Property Owner” as salutation (1 letter)' }));
  const started = { job_id: 'j1', letters: 2, skipped: [], first_number: 'LOI-2026-0001', last_number: 'LOI-2026-0002' };
  const made = answer('post', '/property_api/letter_jobs', started) as { request_key: string }[];
  const job = { job_id: 'j1', project_id: 'p1', state: 'done', letters: 2, made: 2, failed: 0, print_ready: true, print_parts: 1 };
  answer('get', '/property_api/letter_jobs/j1', job);
  await user.click(await screen.findByRole('button', { name: 'Make 2 letters' }));

  const sentence = 'LOI-2026-0002 was approved or changed since.';
  answer('post', '/property_api/letter_jobs/j1/undo', { error: sentence, code: 'letter_job.undo_refused' }, 409);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('heading', { name: '2 letters made' })).toBeVisible();

  answer('get', '/property_api/letter_jobs/j1', { ...job, state: 'undone', print_ready: false });
  const left = [{ property_id: 'q1', place: 'q1 Cypress St', sentence: 'Changed since by Dana.' }];
  const undone = answer('post', '/property_api/letter_jobs/j1/undo', { letters: 2, left });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('heading', { name: '2 letters taken back' })).toBeVisible();
  expect(screen.getByText('LOI-2026-0001 to LOI-2026-0002. They stay in the list as withdrawn.')).toBeVisible();
  expect(screen.getByText('q1 Cypress St: Changed since by Dana.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Print all (PDF)' })).not.toBeInTheDocument();
  expect(undone).toHaveLength(1);
  const again = screen.getByRole('button', { name: 'Make them again' });
  expect(again).toHaveFocus();
  await user.click(again);
  await user.click(await screen.findByRole('button', { name: 'Make 2 letters' }));
  await waitFor(() => expect(made).toHaveLength(2));
  expect(made[0]?.request_key).not.toBe(made[1]?.request_key);
});

it('makes letters from the default template, or from another published one, in the version that was previewed', async () => {
  const { user, asked, price } = await open();
  const select = screen.getByRole('combobox', { name: 'Template' });
  await waitFor(() => expect(select).toHaveValue('Industrial'));
  expect(asked.at(-1)).not.toHaveProperty('template_id');
  await user.click(select);
  expect(screen.queryByRole('option', { name: 'Unfinished' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: 'The standard letter' }));
  await waitFor(() => expect(asked.at(-1)).toHaveProperty('template_id', 'standard'));
  await price('95');
  const make = await screen.findByRole('button', { name: /Make 1 letter, leave out 1/ });
  const made = answer('post', '/property_api/letter_jobs', { code: 'x', error: 'Stopped here.' }, 409);
  await user.click(make);
  await waitFor(() => expect(made).toMatchObject([{ template_id: 'standard', template_version: 3 }]));
});

it('lets a typed price win, until it is emptied', async () => {
  const { user, asked } = await open();
  const cell = () => screen.getByRole('button', { name: /^Price for q1 Cypress St/ });
  cell().focus();
  await user.keyboard('{Enter}');
  await user.keyboard('1,250,000{Enter}');
  await waitFor(() => expect(asked.at(-1)?.prices).toEqual({ q1: 1_250_000 }));
  await waitFor(() => expect(cell()).toHaveAccessibleName('Price for q1 Cypress St: $1,250,000, typed'));
  await user.click(cell());
  await user.clear(screen.getByRole('textbox', { name: 'Price for q1 Cypress St' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked.at(-1)?.prices).toEqual({}));
});

it('shows what blocks, with the property to mend, and only that on request', async () => {
  const { user, price } = await open();
  await price('95');
  expect(await screen.findByText('1 letter, $950,000 in total, 1 blocked')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Blocked only' }));
  const table = screen.getByRole('table', { name: 'Letters to make' });
  expect(within(table).queryByText('q1 Cypress St')).not.toBeInTheDocument();
  expect(within(table).getByText(noOwner.sentence)).toBeVisible();
  expect(within(table).getByRole('link', { name: 'Open the property' })).toHaveAttribute('href', '/property/042-q2?project_id=p1');
});

it('says what is wrong with the rule, and makes nothing', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Price' }));
  await user.click(await screen.findByRole('option', { name: 'Dollars per acre' }));
  expect(screen.getByText('Enter the factor.')).toBeVisible();
  await user.type(screen.getByLabelText('Per acre ($)'), '5');
  server.use(
    http.post(previewPath, () =>
      HttpResponse.json(
        { code: 'request.invalid', error: 'Invalid.', errors: { 'price_rule.step': 'Use whole dollars from 1 to 100,000,000.' } },
        { status: 422 },
      ),
    ),
  );
  await user.clear(screen.getByLabelText('Step ($)'));
  await user.type(screen.getByLabelText('Step ($)'), '0');
  expect(await screen.findByText('Use whole dollars from 1 to 100,000,000.')).toBeVisible();
  expect(screen.getByRole('button', { name: /Make|No letter/ })).toBeDisabled();
});

it('asks for letters that expire on a day, if one is chosen', async () => {
  const { asked } = await open();
  expect(asked.at(-1)).not.toHaveProperty('expires_on');
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-12-24' } });
  await waitFor(() => expect(asked.at(-1)?.expires_on).toBe('2026-12-24'));
});

it('sends terms that are typed for all letters, and shows those that letters lack', async () => {
  const { user, asked } = await open();
  const expiry = screen.getByLabelText('Expiry');
  expect(expiry).toBeVisible();
  expect(screen.getByText('The letters need it.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone of Expiry' }), 'Mountain Time');
  fireEvent.change(expiry, { target: { value: '2026-12-15T17:00' } });
  await user.type(screen.getByLabelText('Due diligence in days'), '45');
  const typed = { type: 'local_datetime', value: { at: '2026-12-15T17:00:00', zone: 'America/Denver' } };
  await waitFor(() => expect(asked.at(-1)?.terms).toMatchObject({ dd_days: '45', expires_at: typed }));
  await waitFor(() => expect(screen.queryByText('The letters need it.')).toBeNull());
  await user.clear(screen.getByLabelText('Due diligence in days'));
  await waitFor(() => expect(asked.at(-1)?.terms).not.toHaveProperty('dd_days'));
});

it('makes letters in several projects: each with its own template and rule if it has, and those that fail stay', async () => {
  const asked = previewing();
  answer('get', '/property_api/letter_templates', { templates });
  answer('get', '/property_api/letter_terms', { terms: [] });
  server.use(
    http.get('*/api/get_project_data', ({ request }) => {
      const project_id = new URL(request.url).searchParams.get('project_id');
      return HttpResponse.json({ project_data: { project_id, project_name: project_id === 'p1' ? 'North' : 'South' } });
    }),
  );
  renderScreen(
    <MakeScreen
      groups={[
        { projectId: 'p1', propertyIds: ['q1', 'q3'] },
        { projectId: 'p2', propertyIds: ['q1'] },
      ]}
    />,
  );
  const user = userEvent.setup({ delay: null });
  const south = within(await screen.findByRole('region', { name: 'Letters in South' }));
  expect(await south.findByRole('table', { name: 'Letters to make in South' })).toBeVisible();
  const last = (project: string) => asked.findLast(({ project_id }) => project_id === project);

  // A rule for all, and another one for South.
  await user.click(screen.getByRole('combobox', { name: 'Price' }));
  await user.click(await screen.findByRole('option', { name: 'Percent of appraised value' }));
  await user.type(screen.getByLabelText('Percent (%)'), '90');
  expect(await screen.findByText('3 letters, $2,700,000 in total')).toBeVisible();
  await user.click(south.getByRole('checkbox', { name: 'Own template and price rule of South' }));
  const factor = south.getByLabelText('Percent (%)');
  await user.clear(factor);
  await user.type(factor, '50');
  await user.click(south.getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'The standard letter' }));
  expect(await screen.findByText('3 letters, $2,300,000 in total')).toBeVisible();
  expect(last('p1')).toMatchObject({ price_rule: { factor: 90 } });
  expect(last('p1')).not.toHaveProperty('template_id');
  await waitFor(() => expect(last('p2')).toMatchObject({ price_rule: { factor: 50 }, template_id: 'standard', property_ids: ['q1'] }));

  // South fails, and is made by the same key when it is pressed again.
  const posted: { project_id: string; request_key: string; template_id: string }[] = [];
  let fails = true;
  server.use(
    http.post('*/property_api/letter_jobs', async ({ request }) => {
      const body = (await request.json()) as (typeof posted)[number] & LetterBatch;
      posted.push(body);
      if (body.project_id === 'p2' && fails) return HttpResponse.json({ code: 'x', error: 'Stopped here.' }, { status: 503 });
      const numbers = { first_number: `LOI-${body.project_id}-1`, last_number: `LOI-${body.project_id}-9` };
      return HttpResponse.json(
        { job_id: `j-${body.project_id}`, letters: body.property_ids.length, skipped: [], ...numbers },
        { status: 202 },
      );
    }),
  );
  const job = { state: 'running', failed: 0, print_ready: false, print_parts: 1 };
  answer('get', '/property_api/letter_jobs/j-p1', { ...job, job_id: 'j-p1', project_id: 'p1', letters: 2, made: 1 });
  answer('get', '/property_api/letter_jobs/j-p2', { ...job, job_id: 'j-p2', project_id: 'p2', letters: 1, made: 0 });
  // Not before the letters that are shown are those that are edited, and the last ones were answered.
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await waitFor(() => expect(button).not.toHaveAttribute('data-loading'));
    await user.click(button);
  };
  await press('Make 3 letters');
  expect(await screen.findByText('South: Stopped here.')).toBeVisible();
  expect(screen.getByRole('heading', { name: '2 letters made in North' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Letters in North' })).not.toBeInTheDocument();
  fails = false;
  await press('Make 1 letter');
  await waitFor(() => expect(posted).toHaveLength(3));
  expect(await screen.findByRole('heading', { name: '3 letters made in 2 projects' })).toBeVisible();
  expect(posted.map(({ project_id, template_id }) => [project_id, template_id])).toEqual([
    ['p1', 't1'],
    ['p2', 'standard'],
    ['p2', 'standard'],
  ]);
  expect(posted[2]?.request_key).toBe(posted[1]?.request_key);
  expect(posted[0]?.request_key).not.toBe(posted[1]?.request_key);
  const together = within(screen.getByRole('region', { name: 'Letters of all projects' }));
  expect(await together.findByText('1 of 3 PDFs made')).toBeVisible();
});
