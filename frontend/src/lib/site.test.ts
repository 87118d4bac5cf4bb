import { describe, expect, it } from 'vitest';
import { listed, siteWords } from './site';

describe('a site of several parcels', () => {
  it('says how many it has, and lists them', () => {
    expect(siteWords(4)).toBe('Site of 4 parcels');
    expect(listed([])).toBe('');
    expect(listed(['1'])).toBe('1');
    expect(listed(['1', '2'])).toBe('1 and 2');
    expect(listed(['1', '2', '3'])).toBe('1, 2 and 3');
  });
});
