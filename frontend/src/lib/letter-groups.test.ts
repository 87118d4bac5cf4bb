import { expect, it } from 'vitest';
import { letterGroups, tooManyLetters, toNewLetters } from './letter-groups';

const key = (project_id: string, property_id: string) => ({ project_id, property_id });

it('groups properties by project, in the order in which they were selected', () => {
  const groups = letterGroups([key('p2', 'a'), key('p1', 'a'), key('p2', 'b')]);
  expect(groups).toEqual([
    { projectId: 'p2', propertyIds: ['a', 'b'] },
    { projectId: 'p1', propertyIds: ['a'] },
  ]);
  expect(toNewLetters(groups)).toEqual({ to: '/letters/new', state: { groups } });
  expect(toNewLetters(groups.slice(0, 1))).toEqual({ to: '/letters/new?project_id=p2', state: { propertyIds: ['a', 'b'] } });
});

it('says when properties or projects are too many', () => {
  expect(tooManyLetters(5_000, 20)).toBeUndefined();
  expect(tooManyLetters(5_001, 1)).toMatch(/^At most 5,000 letters/);
  expect(tooManyLetters(21, 21)).toMatch(/at most 20 projects/);
});
