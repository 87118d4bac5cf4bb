import { describe, expect, it } from 'vitest';
import { curveWords, domainOf, pointsOf, reshaped, valueAt, type NumberCurve } from './curve';
import { facts } from './facts';

const price: NumberCurve = { kind: 'ramp', zero: 600_000, one: 50_000 };

describe('the value of a number', () => {
  it('runs straight between the anchors and stays at the ends', () => {
    expect(valueAt(price, 700_000)).toBe(0);
    expect(valueAt(price, 325_000)).toBeCloseTo(0.5);
    expect(valueAt(price, 10_000)).toBe(1);
  });

  it('runs by factors on a logarithmic curve', () => {
    const curve: NumberCurve = { kind: 'log_ramp', zero: 800_000, one: 50_000 };
    expect(valueAt(curve, 200_000)).toBeCloseTo(0.5);
    expect(valueAt(curve, 0)).toBe(1);
    expect(valueAt({ kind: 'log_ramp', zero: 1, one: 100 }, 0)).toBe(0);
  });

  it('is best within a range', () => {
    const curve: NumberCurve = { kind: 'trapezoid', a: 5, b: 10, c: 20, d: 40 };
    expect([4, 7.5, 10, 20, 30, 41].map((x) => valueAt(curve, x))).toEqual([0, 0.5, 1, 1, 0.5, 0]);
    // A vertical edge.
    expect(valueAt({ kind: 'trapezoid', a: 5, b: 5, c: 20, d: 20 }, 5)).toBe(1);
    expect(valueAt({ kind: 'trapezoid', a: 5, b: 5, c: 20, d: 20 }, 4.9)).toBe(0);
  });

  it('halves with distance, and follows steps', () => {
    expect(valueAt({ kind: 'half_life', h: 1000 }, 2000)).toBeCloseTo(0.25);
    const steps: NumberCurve = { kind: 'steps', at: [10, 20], values: [0, 0.5, 1] };
    expect([9, 10, 19, 20].map((x) => valueAt(steps, x))).toEqual([0, 0.5, 0.5, 1]);
  });
});

describe('a drawn curve', () => {
  it('shows both anchors and the ends beyond them', () => {
    expect(domainOf(price)).toEqual([0, expect.closeTo(691_666.67, 1)]);
    const points = pointsOf(price);
    expect(points[0]).toEqual({ x: 0, v: 1 });
    expect(points.at(-1)).toEqual({ x: 1, v: 0 });
    expect(points.every(({ x, v }) => x >= 0 && x <= 1 && v >= 0 && v <= 1)).toBe(true);
  });

  it('has vertical steps', () => {
    const points = pointsOf({ kind: 'steps', at: [10], values: [0, 1] });
    const last = points.findLastIndex(({ v }) => v === 0);
    expect((points[last + 1]?.x ?? 1) - (points[last]?.x ?? 0)).toBeLessThan(1e-6);
  });

  it('has room around equal anchors', () => {
    const [from, to] = domainOf({ kind: 'ramp', zero: 5, one: 5 });
    expect(to).toBeGreaterThan(from);
  });
});

describe('another shape', () => {
  it('keeps the ends', () => {
    expect(reshaped(price, 'log_ramp')).toEqual({ kind: 'log_ramp', zero: 600_000, one: 50_000 });
    expect(reshaped({ kind: 'ramp', zero: 1, one: 10 }, 'trapezoid')).toEqual({ kind: 'trapezoid', a: 1, b: 10, c: 19, d: 28 });
    expect(reshaped(price, 'steps')).toEqual({ kind: 'steps', at: [50_000, 600_000], values: [1, 0.5, 0] });
    expect(reshaped(price, 'ramp')).toBe(price);
  });

  it('has no logarithm of zero', () => {
    expect(reshaped({ kind: 'ramp', zero: 0, one: 10 }, 'log_ramp')).toEqual({ kind: 'log_ramp', zero: 0.1, one: 10 });
  });
});

it('says a curve in words', () => {
  expect(curveWords('value_per_acre', facts.value_per_acre, price)).toBe('full points at $50,000 an acre, none at $600,000 an acre');
  expect(curveWords('owner_kind', facts.owner_kind, { kind: 'classes', values: { company: 1, trust: 1, person: 0.5 } })).toBe(
    'most points: company and trust',
  );
  expect(curveWords('is_absentee', facts.is_absentee, { kind: 'flag', yes: 1, no: 0 })).toBe('full points: absentee owner');
});
