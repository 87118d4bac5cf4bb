import { expect, it } from 'vitest';
import { filterCount, personChoices, stageChoices, stagesOf, without, withStages } from './properties-filter';

const stages = [
  { milestone: 'dropped', name: 'Lost', position: 2 },
  { milestone: 'found', name: 'Leads', position: 0 },
  { milestone: null, name: 'Under review', position: 1 },
] as const;

it('offers the stages of the project in their order, and those of the filter that it lacks', () => {
  const filter = { milestones: ['loi_out', 'found'] as const, stage_names: ['Zoning'] };
  expect(stageChoices(stages, { ...filter, milestones: [...filter.milestones] })).toEqual([
    { value: 'found', label: 'Leads' },
    { value: 'name:Under review', label: 'Under review' },
    { value: 'dropped', label: 'Lost' },
    { value: 'loi_out', label: 'LOI out' },
    { value: 'name:Zoning', label: 'Zoning' },
  ]);
});

it('offers nobody, the people of the firm, and whoever left it', () => {
  expect(personChoices([{ user_id: 'u1', name: 'Maya' }], { assigned_to: ['u1', 'u9'] })).toEqual([
    { value: 'none', label: 'Unassigned' },
    { value: 'u1', label: 'Maya' },
    { value: 'u9', label: 'A former colleague' },
  ]);
});

it('keeps milestones apart from stages that the firm added, and takes each out again', () => {
  const filter = withStages({ q: 'elm', assigned_to: ['none'] }, ['found', 'name:found', 'dropped']);
  expect(filter).toEqual({ q: 'elm', assigned_to: ['none'], milestones: ['found', 'dropped'], stage_names: ['found'] });
  expect(stagesOf(filter)).toEqual(['found', 'dropped', 'name:found']);
  expect(filterCount(filter)).toBe(4);
  expect(without(filter, 'found')).toEqual({ ...filter, milestones: ['dropped'] });
  expect(without(filter, 'name:found')).toEqual({ ...filter, stage_names: [] });
  expect(without(filter, 'none')).toEqual({ ...filter, assigned_to: [] });
  expect(filterCount({})).toBe(0);
});
