import { expect, it } from 'vitest';
import { figureFilterOf, figureWords } from './figure-filter';

const read = (text: string) => figureFilterOf(new URLSearchParams(text));

it('reads the filters of figures from an address, and says them', () => {
  expect(read('sent_days_min=8')).toBeUndefined();
  const week = read('out=true&sent_days_min=8&sent_days_max=14');
  expect(week).toEqual({ out: true, sent_days_min: 8, sent_days_max: 14, expires_within: undefined });
  expect(figureWords(week ?? {})).toBe('Out, sent 8 to 14 days ago');
  expect(figureWords(read('out=true&sent_days_min=31') ?? {})).toBe('Out, sent 31 or more days ago');
  expect(figureWords(read('out=true&expires_within=7&sent_days_min=x') ?? {})).toBe('Out, expiring within 7 days');
});
