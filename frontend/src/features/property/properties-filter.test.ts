import { expect, it } from 'vitest';
import { filterCount, personChoices, stageChoices, stagesOf, tagChips, tagChoices, without, withStages } from './properties-filter';

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
  expect(without(filter, 'found')).toEqual({ ...filter, milestones: ['dropped'], tags: [] });
  expect(without(filter, 'name:found')).toEqual({ ...filter, stage_names: [], tags: [] });
  expect(without(filter, 'none')).toEqual({ ...filter, assigned_to: [], tags: [] });
  const tagged = { ...filter, tags: ['none', 'rail'] };
  expect(without(tagged, 'tag:none')).toEqual({ ...tagged, tags: ['rail'] });
  expect(tagChips(tagged)).toEqual([
    { value: 'tag:none', label: 'Tag none' },
    { value: 'tag:rail', label: 'Tag rail' },
  ]);
  expect(tagChoices(['corner'], tagged)).toEqual(['corner', 'none', 'rail']);
  expect(filterCount(tagged)).toBe(6);
  expect(filterCount({})).toBe(0);
});
