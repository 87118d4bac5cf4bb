import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import type { Deal, DealStage } from './api';
import { BulkDealActions } from './bulk-deal-actions';
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
  version: 1,
  ...over,
});
const deals = [
  deal('q1', 's1', { offer_value: 950_000, stalled: true, assigned_to_name: 'Maya Chen', next_step: 'Call', next_step_on: '2026-12-01' }),
  deal('q2', 's1'),
  deal('q3', 's2'),
];

beforeEach(() => {
  answer('get', '/property_api/deal_stages', { stages, version: 1 });
  answer('get', '/api/people', { people: [{ user_id: 'm', name: 'Maya Chen' }] });
  server.use(
    http.get('/property_api/deals', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('stage_id');
      const by_stage = [
        { stage_id: 's1', count: 2, offer_value: 950_000 },
        { stage_id: 's2', count: 1, offer_value: null },
      ];
      const shown = deals.filter(({ stage_id }) => asked === null || stage_id === asked);
      return HttpResponse.json({ deals: shown, next: null, totals: { count: 3, offer_value: 950_000, by_stage } });
    }),
  );
});

const changing = (changed: string[]) => answer('post', '/property_api/deals/update', { changed, refused: [], command_id: 'c1' });

it('shows the deals by stage, without the archived ones', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  const found = await screen.findByRole('region', { name: 'Found' });
  expect(await within(found).findByText('2 · $950,000')).toBeVisible();
  const card = within(found).getByRole('listitem', { name: 'q1 Cypress St' });
  expect(card).toHaveTextContent('$950,000Call, Dec 1, 2026Maya Chen · 3 days in stageStalled');
  expect(within(found).getByRole('listitem', { name: 'q2 Cypress St' })).toHaveTextContent('No offer yet');
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

it('asks for the reason that a stage requires', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Move q2 Cypress St to…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dropped' }));
  const asked = changing(['q2']);
  await user.type(await screen.findByLabelText('Reason'), 'In a flood zone{Enter}');
  await waitFor(() => expect(asked).toEqual([{ project_id: 'p1', property_ids: ['q2'], stage_id: 's3', drop_reason: 'In a flood zone' }]));
});

it('changes many properties at once, and says what was refused', async () => {
  renderScreen(<BulkDealActions projectId="p1" propertyIds={['q1', 'q2']} />);
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

it('opens the editor of the stages', async () => {
  renderScreen(<PipelineScreen projectId="p1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Stages' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Stages' }));
  expect(await dialog.findByLabelText('Name of Old')).toBeVisible();
});
