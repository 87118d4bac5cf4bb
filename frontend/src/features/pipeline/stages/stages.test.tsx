import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer, unreachable } from '../../../testing/server';
import type { DealStage } from '../api';
import { StagesDialog } from './stages-dialog';

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
  stage(1, 'Found', { milestone: 'found' }),
  stage(2, 'Visited'),
  stage(3, 'LOI out', { milestone: 'loi_out', stale_after_days: 14, required_facts: ['offer_value'] }),
  stage(4, 'Dropped', { milestone: 'dropped', kind: 'lost' }),
];
const totals = { count: 13, offer_value: null, by_stage: [{ stage_id: 's2', count: 12, offer_value: null }] };
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  signedIn();
  answer('get', '/property_api/deal_stages', { stages, version: 7 });
  answer('get', '/property_api/deals', { deals: [], next: null, totals });
});

async function open() {
  const onClose = vi.fn();
  renderScreen(<StagesDialog projectId="p1" onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Stages' }));
  await dialog.findByLabelText('Name of Found');
  return { dialog, onClose };
}

const sent = ({ stage_id, name, kind, required_facts, stale_after_days, archived }: DealStage) => ({
  stage_id,
  name,
  kind,
  required_facts,
  stale_after_days,
  archived,
});

it('renames, reorders, adds and archives stages, and sets what they require', async () => {
  const { dialog, onClose } = await open();
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await user.clear(dialog.getByLabelText('Name of Found'));
  await user.type(dialog.getByLabelText('Name of New stage'), 'Sourced');
  const up = dialog.getByRole('button', { name: 'Move LOI out up' });
  await user.click(up);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Move LOI out up' })).toHaveFocus());
  expect(screen.getByText('LOI out is 2 of 4')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Rules of LOI out' }));
  expect(dialog.getByText('Deals come here when their letter is sent.')).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'Deals here are' })).toBeDisabled();
  await user.clear(dialog.getByLabelText('Stalled after days'));
  await user.click(dialog.getByRole('checkbox', { name: 'A contact' }));
  await user.click(dialog.getByRole('button', { name: 'Rules of LOI out' }));
  await user.click(dialog.getByRole('button', { name: 'Rules of Visited' }));
  await user.click(dialog.getByRole('switch', { name: /^Archived/ }));
  await user.click(dialog.getByRole('button', { name: 'Add stage' }));
  await waitFor(() => expect(dialog.getByLabelText('Name of New stage')).toHaveFocus());
  await user.keyboard('Under review');
  const asked = answer('put', '/property_api/deal_stages', { stages, version: 8 });
  await user.click(save);
  expect(await screen.findByText('The stages were saved.')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  const [found, visited, loi, dropped] = stages.map(sent);
  expect(asked).toEqual([
    {
      project_id: 'p1',
      stages: [
        { ...found, name: 'Sourced' },
        { ...loi, stale_after_days: null, required_facts: ['offer_value', 'contact'] },
        { ...visited, archived: true },
        dropped,
        { name: 'Under review', kind: 'open', required_facts: [], stale_after_days: null, archived: false },
      ],
      move_to: {},
      version: 7,
      as_firm_default: false,
    },
  ]);
});

it('asks where the deals of a removed stage move, and keeps it on request', async () => {
  const { dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Remove Dropped' }));
  const removed = within(dialog.getByRole('region', { name: 'Removed stages' }));
  expect(removed.getByText('It has no deals.')).toBeVisible();
  await user.click(removed.getByRole('button', { name: 'Keep Dropped' }));
  await user.click(dialog.getByRole('button', { name: 'Remove Visited' }));
  expect(dialog.getByText('Its 12 deals move to')).toBeVisible();
  const sentence = 'This stage has deals. Please choose a stage for them.';
  answer('put', '/property_api/deal_stages', { message: 'Please check the fields.', errors: { 'move_to.s2': sentence } }, 422);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Where the deals of Visited move' }));
  await user.click(await screen.findByRole('option', { name: 'LOI out' }));
  const asked = answer('put', '/property_api/deal_stages', { stages, version: 8 });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toMatchObject([{ move_to: { s2: 's3' }, stages: [{}, {}, {}] }]));
});

it('says what the server refuses beside its field, also after a move', async () => {
  const { dialog } = await open();
  await user.type(dialog.getByLabelText('Name of Visited'), '!');
  const errors = { 'stages.1.name': 'Another stage has this name.' };
  answer('put', '/property_api/deal_stages', { message: 'Please check the fields.', errors }, 422);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Another stage has this name.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Move Visited! down' }));
  expect(dialog.getByLabelText('Name of Visited!')).toBeInvalid();
});

it('loads the stages again that somebody else has changed', async () => {
  const { dialog } = await open();
  await user.type(dialog.getByLabelText('Name of Visited'), '!');
  const message = 'Someone else has changed the stages. Please reload them.';
  answer('put', '/property_api/deal_stages', { code: 'deal_stage.changed', message, version: 8 }, 409);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(message)).toBeVisible();
  answer('get', '/property_api/deal_stages', { stages: [stage(1, 'Begun')], version: 8 });
  await user.click(dialog.getByRole('button', { name: 'Load them again' }));
  expect(await dialog.findByLabelText('Name of Begun')).toBeVisible();
  expect(dialog.queryByLabelText('Name of Visited!')).not.toBeInTheDocument();
});

it('lets only admins set the stages of new projects', async () => {
  const { dialog } = await open();
  expect(dialog.queryByRole('checkbox', { name: /^New projects/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
});

it('sets the stages of new projects', async () => {
  signedIn('admin');
  const { dialog } = await open();
  await user.click(dialog.getByRole('checkbox', { name: 'New projects of the firm begin with these stages too' }));
  const asked = answer('put', '/property_api/deal_stages', { stages, version: 8 });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toMatchObject([{ as_firm_default: true, version: 7 }]));
});

it('says that the stages cannot be loaded', async () => {
  unreachable('get', '/property_api/deal_stages');
  renderScreen(<StagesDialog projectId="p1" onClose={vi.fn()} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The stages could not be loaded.');
});
