import { expect, it } from 'vitest';
import { amountOf } from './amount';

it.each([
  ['1250000', 1_250_000],
  ['$1,250,000', 1_250_000],
  [' $ 12.50 ', 12.5],
  ['', null],
  ['1,25', undefined],
  ['-5', undefined],
  ['12.345', undefined],
  ['n/a', undefined],
])('%s is read as %s', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});
