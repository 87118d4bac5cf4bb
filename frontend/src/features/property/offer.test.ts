import { describe, expect, it } from 'vitest';
import { amount, offerValue } from './offer';

describe('the offer rule', () => {
  it('takes 1.15 of the lower and 0.08 of the difference, whichever is lower', () => {
    expect(offerValue(1_000_000, 1_200_000)).toBe(1_166_000);
    expect(offerValue(1_200_000, 1_000_000)).toBe(1_166_000);
    expect(offerValue(500_000, 500_000)).toBe(575_000);
    expect(offerValue(0, 100)).toBe(8);
  });

  it('reads what a person types', () => {
    expect(amount('1,250,000')).toBe(1_250_000);
    expect(amount('')).toBeNull();
    expect(amount('-5')).toBeUndefined();
    expect(amount('abc')).toBeUndefined();
  });
});
