import { describe, expect, it } from 'vitest';
import { emptyRule, numberOf, readRule } from './price-rule';

describe('a typed number', () => {
  it.each([
    ['95', 95],
    ['95 %', 95],
    ['$1,250,000', 1_250_000],
    ['87.50', 87.5],
    [' ', undefined],
    ['-5', null],
    ['1e6', null],
    ['.', null],
  ])('%j is %j', (typed, value) => expect(numberOf(typed)).toBe(value));
});

describe('a price rule', () => {
  it('is none when the offer values are used', () => {
    expect(readRule({ ...emptyRule, factor: 'x' })).toEqual({ rule: null, faults: {} });
  });

  it('has what is typed, and nothing else', () => {
    expect(readRule({ ...emptyRule, basis: 'pct_appraised', factor: '95%', step: '1,000' })).toEqual({
      rule: { basis: 'pct_appraised', factor: 95, step: 1000, mode: 'nearest' },
      faults: {},
    });
    const limits = { floor: '$100,000', cap: '2,000,000', mode: 'down' as const };
    expect(readRule({ ...emptyRule, basis: 'per_acre', factor: '125000', ...limits }).rule).toEqual({
      basis: 'per_acre',
      factor: 125_000,
      floor: 100_000,
      cap: 2_000_000,
      step: 1,
      mode: 'down',
    });
  });

  it('says whose income a price is from, and only then', () => {
    expect(readRule({ ...emptyRule, basis: 'noi_over_cap', factor: '6', income: 'broker' }).rule).toMatchObject({ income: 'broker' });
    expect(readRule({ ...emptyRule, basis: 'fixed', factor: '6', income: 'broker' }).rule).not.toHaveProperty('income');
  });

  it('needs a factor, except for the calculated offer', () => {
    expect(readRule({ ...emptyRule, basis: 'per_acre' }).faults).toEqual({ factor: 'Enter the factor.' });
    expect(readRule({ ...emptyRule, basis: 'spec_formula' }).faults).toEqual({});
  });

  it('says which field is no number', () => {
    expect(readRule({ ...emptyRule, basis: 'fixed', factor: 'ten', cap: '1-2', step: '0.5' }).faults).toEqual({
      factor: 'Enter a number.',
      cap: 'Enter a number.',
      step: 'Use whole dollars.',
    });
  });
});
