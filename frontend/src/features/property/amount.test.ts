import { expect, it } from 'vitest';
import { amountOf, wholeOf } from './amount';

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

it.each([
  ['12500', 12_500],
  [' 12,500 ', 12_500],
  ['0', 0],
  [' ', null],
  ['12,50', undefined],
  ['12.5', undefined],
  ['-5', undefined],
  ['many', undefined],
])('the whole number %s is read as %s', (text, whole) => {
  expect(wholeOf(text)).toBe(whole);
});
