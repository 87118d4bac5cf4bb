import { expect, it } from 'vitest';
import { sameSettings, type ViewSettings } from './settings';

const view = (over: object = {}): ViewSettings => ({
  place: 'contacts',
  filter: { tag: 'vip' },
  sort: 'name',
  columns: ['tags', 'city'],
  ...over,
});

it('takes an empty filter for none, whatever the order of its fields', () => {
  expect(sameSettings(view(), view({ filter: { q: null, tag: 'vip', company_name: '' } }))).toBe(true);
  expect(sameSettings(view({ filter: { q: 'a', tag: 'b' } }), view({ filter: { tag: 'b', q: 'a' } }))).toBe(true);
});

it('tells another order of columns, another sort and another filter apart', () => {
  expect(sameSettings(view(), view({ columns: ['city', 'tags'] }))).toBe(false);
  expect(sameSettings(view(), view({ sort: '-name' }))).toBe(false);
  expect(sameSettings(view(), view({ filter: {} }))).toBe(false);
});
