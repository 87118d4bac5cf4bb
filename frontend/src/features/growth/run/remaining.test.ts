import { expect, it } from 'vitest';
import { timeLeft } from './remaining';

it('says the time left as people do', () => {
  expect([null, 0, 4.9, 31, 89, 91, 600].map(timeLeft)).toEqual([
    'estimating time remaining',
    'a few seconds left',
    'a few seconds left',
    'about 35 s left',
    'about 90 s left',
    'about 2 min left',
    'about 10 min left',
  ]);
});
