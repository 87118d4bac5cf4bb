import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import type { Deal, DealRefusal, DealStage } from './api';
import { BulkDealActions } from './bulk-deal-actions';
import { DealsScreen } from './deals-screen';
import { PipelineScreen } from './pipeline-screen';

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
const stages = [
  stage(1, 'Found'),
  stage(2, 'Contacted'),
  stage(3, 'Dropped', { kind: 'lost', required_facts: ['drop_reason'] }),
  stage(4, 'Old', { archived: true }),
];

const deal = (id: string, stageId: string, over: Partial<Deal> = {}): Deal => ({
  project_id: 'p1',
  property_id: id,
  ll_uuid: `u-${id}`,
  parcel_number: `04-${id}`,
  address: `${id} Cypress St`,
  city: 'Houston',
  owner_name: null,
  acres: 2,
  offer_value: null,
  site: null,
  stage_id: stageId,
  stage_name: '',
  since: new Date(Date.now() - 3.5 * 86_400_000).toISOString(),
  cause: 'person',
  stalled: false,
  assigned_to: null,
  assigned_to_name: null,
  next_step: null,
  next_step_on: null,
  drop_reason: null,
  tags: null,
  version: 1,
  ...over,
});
const deals = [
  deal('q1', 's1', { offer_value: 950_000, stalled: true, assigned_to_name: 'Maya Chen', next_step: 'Call', next_step_on: '2026-12-01' }),
  deal('q2', 's1', { site: { property_id: 'q3', parcel_number: '04-q3' } }),
  deal('q3', 's2'),
];

beforeEach(() => {
  localStorage.clear();
  answer('get', '/property_api/deal_stages', { stages, version: 1 });
  answer('get', '/api/people', { people: [{ user_id: 'm', name: 'Maya Chen' }] });
  server.use(
    http.get('/property_api/deals', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('stage_id');
      const by_stage = [
        { stage_id: 's1', count: 2, in_sites: 0, offer_value: 950_000 },
        { stage_id: 's2', count: 1, in_sites: 0, offer_value: null },
      ];
      const shown = deals.filter(({ stage_id }) => asked === null || stage_id === asked);
      return HttpResponse.json({ deals: shown, next: null, totals: { count: 3, in_sites: 0, offer_value: 950_000, by_stage } });
    }),
  );
});

const keys = (...ids: string[]) => ids.map((property_id) => ({ project_id: 'p1', property_id }));
const changing = (changed: string[]) => answer('post', '/property_api/deals/update', { changed, refused: [], command_id: 'c1' });

it('shows the deals by stage, without the archived ones', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  const found = await screen.findByRole('region', { name: 'Found' });
  expect(await within(found).findByText('2 · $950,000')).toBeVisible();
  const card = within(found).getByRole('listitem', { name: 'q1 Cypress St' });
  expect(card).toHaveTextContent('$950,000 · 2 acresCall, Dec 1, 2026Maya Chen · 3 days in stageStalled');
  expect(within(found).getByRole('listitem', { name: 'q2 Cypress St' })).toHaveTextContent('No offer yet · 2 acresPart of site 04-q3');
  expect(screen.queryByRole('region', { name: 'Old' })).not.toBeInTheDocument();
});

it('is walked by arrow keys, and M moves a card, which can be undone', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  const user = userEvent.setup({ delay: null });
  const card = (id: string) => screen.findByRole('listitem', { name: `${id} Cypress St` });
  await card('q3');
  (await card('q1')).focus();
  await user.keyboard('{ArrowDown}');
  expect(await card('q2')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(await card('q3')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(await card('q1')).toHaveFocus();
  const asked = changing(['q1']);
  await user.keyboard('m');
  await user.click(await screen.findByRole('menuitem', { name: 'Contacted' }));
  expect(await screen.findByText('Moved to Contacted: 1 property.')).toBeVisible();
  expect(asked).toEqual([{ project_id: 'p1', property_ids: ['q1'], stage_id: 's2' }]);
  const undone = answer('post', '/property_api/deals/undo', {
    undone: [],
    left: [{ property_id: 'q1', sentence: 'Dana changed it since.' }],
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 property stayed as they are. Dana changed it since.')).toBeVisible();
  expect(undone).toEqual([{ command_id: 'c1' }]);
});

it('keeps the focus on the card that was moved, or on the board if it is not among those loaded', async () => {
  let places: Record<string, string> = { q1: 's1', q2: 's1', q3: 's2' };
  server.use(
    http.get('/property_api/deals', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('stage_id');
      const shown = Object.entries(places).filter(([, stageId]) => asked === null || stageId === asked);
      const totals = { count: 3, in_sites: 0, offer_value: null, by_stage: [] };
      return HttpResponse.json({ deals: shown.map(([id, stageId]) => deal(id, stageId)), next: null, totals });
    }),
    http.post('/property_api/deals/update', async ({ request }) => {
      const { property_ids, stage_id } = (await request.json()) as { property_ids: string[]; stage_id: string };
      places = { ...places, ...Object.fromEntries(property_ids.map((id) => [id, id === 'q2' ? 'elsewhere' : stage_id])) };
      return HttpResponse.json({ changed: property_ids, refused: [], command_id: 'c1' });
    }),
  );
  renderScreen(<PipelineScreen projectId="p1" />);
  const user = userEvent.setup({ delay: null });
  async function move(id: string): Promise<void> {
    (await screen.findByRole('listitem', { name: `${id} Cypress St` })).focus();
    await user.keyboard('m');
    (await screen.findByRole('menuitem', { name: 'Contacted' })).focus();
    await user.keyboard('{Enter}');
  }
  await move('q1');
  const contacted = within(screen.getByRole('region', { name: 'Contacted' }));
  expect(await contacted.findByRole('listitem', { name: 'q1 Cypress St' })).toHaveFocus();
  await move('q2');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Pipeline' })).toHaveFocus());
});

it("has the focus on the first card that the last 'Show more' of a column brought", async () => {
  server.use(
    http.get('/property_api/deals', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const totals = { count: 4, in_sites: 0, offer_value: null, by_stage: [] };
      const [ids, next] = { '': [['q1', 'q2'], 'n1'], n1: [['q3'], 'n2'], n2: [['q4', 'q5'], null] }[searchParams.get('after') ?? ''] ?? [
        [],
        null,
      ];
      const shown = searchParams.get('stage_id') === 's1' ? (ids as string[]).map((id) => deal(id, 's1')) : [];
      return HttpResponse.json({ deals: shown, next: shown.length > 0 ? next : null, totals });
    }),
  );
  renderScreen(<PipelineScreen projectId="p1" />);
  const user = userEvent.setup({ delay: null });
  const card = (id: string) => screen.findByRole('listitem', { name: `${id} Cypress St` });
  (await screen.findByRole('button', { name: 'Show more' })).focus();
  await user.keyboard('{Enter}');
  await card('q3');
  expect(screen.getByRole('button', { name: 'Show more' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await card('q4')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

it('has the focus beside deals that left a filtered list by their stage', async () => {
  let left: readonly string[] = [];
  server.use(
    http.get('/property_api/deals', () => {
      const shown = deals.filter(({ property_id }) => !left.includes(property_id));
      return HttpResponse.json({ deals: shown, next: null, totals: { count: shown.length, in_sites: 0, offer_value: null, by_stage: [] } });
    }),
  );
  renderScreen(<DealsScreen filter={{ project_id: 'p1', stage_name: 'Found' }} />);
  const user = userEvent.setup({ delay: null });
  (await screen.findByRole('row', { name: /q2 Cypress St/ })).focus();
  await user.keyboard('x');
  changing(['q2']);
  left = ['q2'];
  const stageMenu = await screen.findByRole('button', { name: 'Set stage' });
  stageMenu.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Contacted' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /q2 Cypress St/ })).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  expect(screen.getByRole('row', { name: /q3 Cypress St/ })).toHaveFocus();
});

it('opens letters for the selected deals, of several projects together', async () => {
  const totals = { count: 2, in_sites: 0, offer_value: null, by_stage: [] };
  answer('get', '/property_api/deals', { deals: [deal('q1', 's1'), deal('q2', 's7', { project_id: 'p2' })], next: null, totals });
  const { router } = renderScreen(<DealsScreen filter={{ open: true }} />);
  const user = userEvent.setup({ delay: null });
  for (const name of [/q1 Cypress St/, /q2 Cypress St/]) {
    (await screen.findByRole('row', { name })).focus();
    await user.keyboard('x');
  }
  await user.click(await screen.findByRole('button', { name: 'Create LOIs' }));
  expect(router.state.location).toMatchObject({
    pathname: '/letters/new',
    state: {
      groups: [
        { projectId: 'p1', propertyIds: ['q1'] },
        { projectId: 'p2', propertyIds: ['q2'] },
      ],
    },
  });
});

it('asks for the reason that a stage requires', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Move q2 Cypress St to…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dropped' }));
  const asked = changing(['q2']);
  await user.type(await screen.findByLabelText('Reason'), 'In a flood zone{Enter}');
  await waitFor(() => expect(asked).toEqual([{ project_id: 'p1', property_ids: ['q2'], stage_id: 's3', drop_reason: 'In a flood zone' }]));
});

const strict = stage(5, 'Under contract', { required_facts: ['assigned_to', 'next_step', 'offer_value'] });

/** The server's answers to changes of deals, one after the other. */
function answering(...answers: { changed: string[]; refused: DealRefusal[]; command_id: string | null }[]): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post('/property_api/deals/update', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(answers[asked.length - 1] ?? null);
    }),
  );
  return asked;
}

it('asks for what many deals lack for their stage, moves those that can be, and undoes all of it', async () => {
  answer('get', '/property_api/deal_stages', { stages: [...stages, strict], version: 1 });
  const sentence = 'Under contract needs more.';
  const asked = answering(
    {
      changed: ['q0'],
      refused: [
        { property_id: 'q1', missing: ['assigned_to'], sentence },
        { property_id: 'q2', missing: ['assigned_to', 'next_step'], sentence },
        { property_id: 'q3', missing: ['offer_value'], sentence },
      ],
      command_id: 'c0',
    },
    { changed: ['q1'], refused: [], command_id: 'c1' },
    { changed: ['q2'], refused: [], command_id: 'c2' },
  );
  renderScreen(<BulkDealActions deals={keys('q0', 'q1', 'q2', 'q3')} />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Set stage' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Under contract' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to Under contract' }));
  expect(dialog.getByRole('status')).toHaveTextContent(
    '3 properties not moved yet:2 properties lack an assigned person.1 property lacks a next step.1 property lacks an offer value. Enter it under Valuation',
  );
  expect(screen.getByText('Moved to Under contract: 1 property.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please choose a person.')).toBeVisible();
  expect(asked).toHaveLength(1);
  await user.click(dialog.getByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Maya Chen' }));
  await user.type(dialog.getByLabelText('What is next'), 'Call{Enter}');
  expect(await screen.findByText('Moved to Under contract: 2 properties.')).toBeVisible();
  expect(asked.slice(1)).toEqual([
    { project_id: 'p1', property_ids: ['q1'], stage_id: 's5', assigned_to: 'm' },
    { project_id: 'p1', property_ids: ['q2'], stage_id: 's5', assigned_to: 'm', next_step: 'Call', next_step_on: null },
  ]);
  const undone = answer('post', '/property_api/deals/undo', { undone: [], left: [] });
  const [, last] = screen.getAllByRole('button', { name: 'Undo' });
  if (last) await user.click(last);
  await waitFor(() => expect(undone).toEqual([{ command_id: 'c1' }, { command_id: 'c2' }]));
});

it('tells what a card lacks that cannot be entered here, and keeps the reason for what else is asked', async () => {
  const dropped = stage(3, 'Dropped', { kind: 'lost', required_facts: ['drop_reason', 'next_step', 'contact'] });
  answer('get', '/property_api/deal_stages', { stages: [stage(1, 'Found'), dropped], version: 1 });
  const sentence = 'Dropped needs more.';
  const asked = answering(
    { changed: [], refused: [{ property_id: 'q2', missing: ['next_step'], sentence }], command_id: null },
    { changed: [], refused: [{ property_id: 'q2', missing: ['contact'], sentence }], command_id: null },
  );
  renderScreen(<PipelineScreen projectId="p1" />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Move q2 Cypress St to…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dropped' }));
  await user.type(await screen.findByLabelText('Reason'), 'Flood{Enter}');
  expect(await screen.findByText('1 property lacks a next step.')).toBeVisible();
  expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('What is next'), 'None{Enter}');
  expect(await screen.findByText(/^1 property lacks a contact\. Add one under Ownership/)).toBeVisible();
  expect(asked).toEqual([
    { project_id: 'p1', property_ids: ['q2'], stage_id: 's3', drop_reason: 'Flood' },
    { project_id: 'p1', property_ids: ['q2'], stage_id: 's3', drop_reason: 'Flood', next_step: 'None', next_step_on: null },
  ]);
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

it('tags many properties at once, and undoes it', async () => {
  renderScreen(<BulkDealActions deals={keys('q1', 'q2')} />);
  const user = userEvent.setup({ delay: null });
  const asked = changing(['q1', 'q2']);
  await user.click(screen.getByRole('button', { name: 'Remove tag' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tag' }), ' Rail {Enter}');
  expect(await screen.findByText('Tag Rail removed: 2 properties.')).toBeVisible();
  expect(asked).toEqual([{ project_id: 'p1', property_ids: ['q1', 'q2'], remove_tags: ['Rail'] }]);
  const undone = answer('post', '/property_api/deals/undo', {
    undone: ['q1'],
    left: [{ property_id: 'q2', sentence: 'Changed since by Dana.' }],
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 property stayed as they are. Changed since by Dana.')).toBeVisible();
  expect(undone).toEqual([{ command_id: 'c1' }]);
});

it('changes many properties at once, and says what was refused', async () => {
  renderScreen(<BulkDealActions deals={keys('q1', 'q2')} />);
  const user = userEvent.setup({ delay: null });
  const asked = answer('post', '/property_api/deals/update', {
    changed: ['q1'],
    refused: [{ property_id: 'q2', missing: [], sentence: 'The property is not in the project.' }],
    command_id: 'c1',
  });
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Maya Chen' }));
  expect(await screen.findByText('1 property not changed. The property is not in the project.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next step' }));
  await user.type(await screen.findByLabelText('What is next'), 'Call the owner{Enter}');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { project_id: 'p1', property_ids: ['q1', 'q2'], assigned_to: 'm' },
    { project_id: 'p1', property_ids: ['q1', 'q2'], next_step: 'Call the owner', next_step_on: null },
  ]);
});

it('is a list as well, which it stays', async () => {
  const { unmount } = renderScreen(<PipelineScreen projectId="p1" />);
  await userEvent.click(await screen.findByRole('radio', { name: 'List' }));
  const table = within(await screen.findByRole('table', { name: 'Deals' }));
  expect(table.getByRole('link', { name: 'q3 Cypress St' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Found' })).not.toBeInTheDocument();
  unmount();
  renderScreen(<PipelineScreen projectId="p1" />);
  expect(await screen.findByRole('table', { name: 'Deals' })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Board' }));
  expect(await screen.findByRole('region', { name: 'Found' })).toBeVisible();
});

it('opens the editor of the stages', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Stages' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Stages' }));
  expect(await dialog.findByLabelText('Name of Old')).toBeVisible();
});
