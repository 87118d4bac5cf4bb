import { className, factRange, factValue, type ClassFact, type FactInfo, type NumberFact } from './facts';
import type { Curve, Fact } from './types';

/** Curves of numbers. */
export type NumberCurve = Exclude<Curve, { readonly kind: 'classes' } | { readonly kind: 'flag' }>;

/** Shapes that a number's curve can have, in the order of the menu. */
export const shapes = {
  ramp: 'Straight line',
  log_ramp: 'Logarithmic',
  trapezoid: 'Best within a range',
  half_life: 'Halves with distance',
  steps: 'Steps',
} as const satisfies Record<NumberCurve['kind'], string>;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const between = (x: number, from: number, to: number) => (from === to ? (x < from ? 0 : 1) : clamp((x - from) / (to - from)));

/** The value of a number, 0 to 1. Outside the anchors the curve stays at its ends. */
export function valueAt(curve: NumberCurve, x: number): number {
  switch (curve.kind) {
    case 'ramp':
      return between(x, curve.zero, curve.one);
    case 'log_ramp': {
      const least = Math.min(curve.zero, curve.one);
      return between(Math.log(Math.max(x, least)), Math.log(curve.zero), Math.log(curve.one));
    }
    case 'trapezoid':
      if (x < curve.b) return between(x, curve.a, curve.b);
      return x <= curve.c ? 1 : 1 - between(x, curve.c, curve.d);
    case 'steps':
      return stepAt(curve, x);
    case 'half_life':
      return clamp(2 ** (-Math.max(0, x) / curve.h));
  }
}

/** The first value below the first border, then one for each border. */
function stepAt({ at, values }: Extract<Curve, { kind: 'steps' }>, x: number): number {
  const passed = at.filter((border) => x >= border).length;
  return values[Math.min(passed, values.length - 1)] ?? 0;
}

/** Corners of a curve, on its number axis. */
function cornersOf(curve: NumberCurve): readonly number[] {
  switch (curve.kind) {
    case 'ramp':
    case 'log_ramp':
      return [curve.zero, curve.one];
    case 'trapezoid':
      return [curve.a, curve.b, curve.c, curve.d];
    case 'steps':
      return curve.at;
    case 'half_life':
      return [0, 4 * curve.h];
  }
}

/** What part of the number axis a curve is drawn for: its corners with a sixth on each side, above zero if they are. */
export function domainOf(curve: NumberCurve): readonly [from: number, to: number] {
  const corners = cornersOf(curve);
  const [least, most] = [Math.min(...corners), Math.max(...corners)];
  const margin = (most - least) / 6 || Math.abs(most) / 6 || 1;
  return [least >= 0 ? Math.max(0, least - margin) : least - margin, most + margin];
}

/** Points of the drawn curve, each 0 to 1 in both directions. */
export function pointsOf(curve: NumberCurve, samples = 48): readonly { readonly x: number; readonly v: number }[] {
  const [from, to] = domainOf(curve);
  const places = Array.from({ length: samples + 1 }, (_, index) => from + ((to - from) * index) / samples);
  // A step is vertical, a corner is sharp.
  const sharp = cornersOf(curve).flatMap((corner) => (curve.kind === 'steps' ? [corner - (to - from) * 1e-9, corner] : [corner]));
  const all = [...places, ...sharp.filter((x) => x >= from && x <= to)].sort((a, b) => a - b);
  return all.map((x) => ({ x: (x - from) / (to - from), v: valueAt(curve, x) }));
}

/** The curve in another shape, with the same ends as far as the shape has them. */
export function reshaped(curve: NumberCurve, kind: NumberCurve['kind']): NumberCurve {
  if (curve.kind === kind) return curve;
  const { zero, one } = endsOf(curve);
  switch (kind) {
    case 'ramp':
      return { kind, zero, one };
    case 'log_ramp':
      // Logarithms begin above zero.
      return { kind, zero: Math.max(zero, positive(one)), one: Math.max(one, positive(zero)) };
    case 'trapezoid': {
      const width = Math.abs(one - zero) || 1;
      return zero < one
        ? { kind, a: zero, b: one, c: one + width, d: one + 2 * width }
        : { kind, a: Math.max(0, one - 2 * width), b: Math.max(0, one - width), c: one, d: zero };
    }
    case 'half_life':
      return { kind, h: Math.max(zero, one) / 4 || 1 };
    case 'steps':
      return zero < one ? { kind, at: [zero, one], values: [0, 0.5, 1] } : { kind, at: [one, zero], values: [1, 0.5, 0] };
  }
}

const positive = (other: number) => (other > 0 ? other / 100 : 1);

function endsOf(curve: NumberCurve): { readonly zero: number; readonly one: number } {
  switch (curve.kind) {
    case 'ramp':
    case 'log_ramp':
      return curve;
    case 'trapezoid':
      return { zero: curve.a, one: curve.b };
    case 'half_life':
      return { zero: 4 * curve.h, one: 0 };
    case 'steps': {
      const [first = 0, last = 1] = [curve.at[0], curve.at.at(-1)];
      const rises = (curve.values[0] ?? 0) <= (curve.values.at(-1) ?? 0);
      return rises ? { zero: first, one: last } : { zero: last, one: first };
    }
  }
}

/** A curve in words: 'full points from 10 acres, none below 1 acre'. */
export function curveWords(fact: Fact, info: FactInfo | undefined, curve: Curve): string {
  const value = (x: number) => factValue(fact, x);
  switch (curve.kind) {
    case 'ramp':
    case 'log_ramp':
      return `full points at ${value(curve.one)}, none at ${value(curve.zero)}`;
    case 'trapezoid':
      return `full points for ${info?.kind === 'number' ? factRange(info, curve.b, curve.c) : ''}`;
    case 'half_life':
      return `half the points at ${value(curve.h)}`;
    case 'steps':
      return `${curve.values.length} steps from ${percent(curve.values[0] ?? 0)} to ${percent(curve.values.at(-1) ?? 0)}`;
    case 'classes':
      return info?.kind === 'class' ? bestClasses(info, curve.values) : '';
    case 'flag':
      return info?.kind === 'flag' ? `full points: ${(curve.yes >= curve.no ? info.yes : info.no).toLowerCase()}` : '';
  }
}

const percent = (value: number) => `${Math.round(value * 100)}%`;
const all = new Intl.ListFormat('en-US', { type: 'conjunction' });

function bestClasses(info: ClassFact, values: Readonly<Record<string, number>>): string {
  const most = Math.max(0, ...Object.values(values));
  if (most === 0) return 'no class has points';
  const best = Object.entries(values).filter(([, value]) => value === most);
  return `most points: ${all.format(best.map(([key]) => className(info, key).toLowerCase()))}`;
}

/** The smallest and the largest displayed step of a number's input. */
export function stepOf({ decimals, prefix }: NumberFact): number {
  return prefix ? 10_000 : 10 ** -Math.min(decimals, 1);
}
