import { expect, test } from 'vitest';
import { classesOf, floodClasses, sourcesOf } from './zones';

test('each layer that reaches the view is named once, with its date where it has one', () => {
  const fema = { source: 'FEMA NFHL', source_date: '2024-05-01', is_sample: false };
  expect(sourcesOf([fema, fema, { source: 'County', source_licence: 'CC0' }, {}])).toEqual([
    { source: 'FEMA NFHL', source_date: '2024-05-01' },
    { source: 'County', source_licence: 'CC0' },
  ]);
  expect(sourcesOf([])).toEqual([]);
});

test('no class of the tiles is drawn twice, and minimal risk is not drawn', () => {
  const drawn = floodClasses.flatMap(({ id }) => classesOf[id]);
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(drawn).not.toContain('minimal');
});
