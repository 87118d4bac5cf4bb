import { expect, it } from 'vitest';
import type { DealStage } from '../api';
import { draftsOf, faultsOf, inputsOf, newStage, removedOf, targetsOf, withKind, withMoved } from './stage-drafts';

const stage = (stage_id: string, position: number, over: Partial<DealStage> = {}): DealStage => ({
  stage_id,
  milestone: null,
  name: stage_id.toUpperCase(),
  kind: 'open',
  position,
  required_facts: [],
  stale_after_days: null,
  archived: false,
  ...over,
});
const before = [stage('b', 1, { stale_after_days: 14, required_facts: ['contact'] }), stage('a', 0), stage('c', 2, { archived: true })];
const keys = (drafts: readonly { key: string }[]) => drafts.map(({ key }) => key).join('');

it('orders stages by position, and moves one within the list only', () => {
  const drafts = draftsOf(before);
  expect(keys(drafts)).toBe('abc');
  expect(keys(withMoved(drafts, 'c', -1))).toBe('acb');
  expect(keys(withMoved(drafts, 'a', 1))).toBe('bac');
  expect(withMoved(drafts, 'a', -1)).toBe(drafts);
  expect(withMoved(drafts, 'c', 1)).toBe(drafts);
});

it('sends what a stage is, a new one without an id', () => {
  const [, b] = inputsOf(draftsOf(before));
  expect(b).toEqual({ stage_id: 'b', name: 'B', kind: 'open', required_facts: ['contact'], stale_after_days: 14, archived: false });
  expect(inputsOf([{ ...newStage('n'), name: ' On hold ' }])).toEqual([
    { name: 'On hold', kind: 'open', required_facts: [], stale_after_days: null, archived: false },
  ]);
});

it('lets only open stages become stale', () => {
  const [, b = newStage('n')] = draftsOf(before);
  expect(withKind(b, 'won').stale_after_days).toBeNull();
  expect(withKind(b, 'open').stale_after_days).toBe(14);
});

it('knows which stages are removed, and where their deals can go', () => {
  const drafts = [...draftsOf(before).filter(({ key }) => key !== 'a'), newStage('n')];
  expect(removedOf(before, drafts).map(({ stage_id }) => stage_id)).toEqual(['a']);
  expect(targetsOf(drafts)).toEqual([{ value: 'b', label: 'B' }]);
});

it('finds the row of a message whatever its place is then', () => {
  const fields = { 'stages.1.name': 'Another stage has this name.', 'move_to.x': 'Choose.', stages: 'Too many.' };
  expect(faultsOf(fields, draftsOf(before))).toEqual({
    'b.name': 'Another stage has this name.',
    'move_to.x': 'Choose.',
    stages: 'Too many.',
  });
});
