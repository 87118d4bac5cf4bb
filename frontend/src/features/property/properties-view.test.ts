import { expect, it } from 'vitest';
import type { PropertyRow } from './api';
import { columnOf, shownIn } from './properties-view';

const deal = {
  stage: 'LOI out',
  assigned_to: 'Maya',
  next_step: 'Call',
  next_step_on: '2026-12-01',
  drop_reason: null,
  tags: 'corner, rail',
};
const row = (of: PropertyRow['deal']): PropertyRow => ({ deal: of, owner_name: 'Lee', square_feet: 1200 }) as PropertyRow;

it('shows the deal in its columns, which are sorted by the server', () => {
  expect(shownIn('stage', row(deal))).toBe('LOI out');
  expect(shownIn('assigned_to', row(deal))).toBe('Maya');
  expect(shownIn('assigned_to', row({ ...deal, assigned_to: null }))).toBe('Unassigned');
  expect(shownIn('next_step', row(deal))).toBe('Call, Dec 1, 2026');
  expect(shownIn('next_step', row({ ...deal, next_step: null }))).toBe('Dec 1, 2026');
  expect(shownIn('next_step', row({ ...deal, next_step: null, next_step_on: null }))).toBeNull();
  expect(columnOf('next_step')).toEqual({ label: 'Next Step', sort: 'next_step_on' });
});

it('shows nothing of a deal that is not there', () => {
  for (const column of ['stage', 'assigned_to', 'next_step'] as const) expect(shownIn(column, row(null))).toBeNull();
  expect(shownIn('square_feet', row(null))).toBe('1,200');
  expect(shownIn('owner_name', row(null))).toBe('Lee');
  expect(columnOf('owner_name')).toEqual({ label: 'Owner', sort: 'owner_name' });
});
