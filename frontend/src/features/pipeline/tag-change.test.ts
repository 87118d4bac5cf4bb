import { expect, it } from 'vitest';
import { tagChange } from './tag-change';

it('adds and removes only the tags that differ', () => {
  expect(tagChange('gulf, rail', 'rail,  VIP ')).toEqual({ remove_tags: ['gulf'], add_tags: ['VIP'] });
  expect(tagChange('', 'gulf')).toEqual({ add_tags: ['gulf'] });
  expect(tagChange('gulf', '')).toEqual({ remove_tags: ['gulf'] });
  expect(tagChange('gulf, rail', 'rail,gulf')).toEqual({});
});
