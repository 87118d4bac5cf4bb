import { allFacts, facts } from './facts';
import type { Criteria, Fact, Gate, UnknownRule, Wish } from './types';

/** Largest weight that the server accepts. */
export const mostWeight = 1000;
const usualWeight = 20;

/** How gates treat unknown facts, in words. */
export const unknownRules: Readonly<Record<UnknownRule, string>> = {
  list: 'goes on a separate list',
  pass: 'passes',
  fail: 'fails',
};

/** Whether they ask for facts of a growth simulation. */
export function asksGrowth({ gates, wishes }: Criteria): boolean {
  return [...gates, ...wishes].some(({ fact }) => fact === 'growth_chance' || fact === 'growth_decade');
}

/** The criteria with a gate of this fact at the end. */
export function withGate(criteria: Criteria, fact: Fact): Criteria {
  return { ...criteria, gates: [...criteria.gates, { fact, ...facts[fact].gate, unknown: 'list' }] };
}

/** The criteria with a wish of this fact at the end. */
export function withWish(criteria: Criteria, fact: Fact): Criteria {
  return { ...criteria, wishes: [...criteria.wishes, { fact, weight: usualWeight, curve: facts[fact].curve, neutral: 0.5 }] };
}

export function changeGate(criteria: Criteria, index: number, gate: Gate | undefined): Criteria {
  return { ...criteria, gates: replaced(criteria.gates, index, gate) };
}

export function changeWish(criteria: Criteria, index: number, wish: Wish | undefined): Criteria {
  return { ...criteria, wishes: replaced(criteria.wishes, index, wish) };
}

/** The list with another item in this place, or without it. */
function replaced<T>(list: readonly T[], index: number, item: T | undefined): T[] {
  return list.flatMap((each, place) => (place !== index ? [each] : item === undefined ? [] : [item]));
}

/** Facts that no gate asks for yet; there may be several places. */
export function factsForGates({ gates }: Criteria): readonly Fact[] {
  return allFacts.filter((fact) => fact === 'in_area' || gates.every((gate) => gate.fact !== fact));
}

/** Facts that no wish asks for yet. Places are for requirements only. */
export function factsForWishes({ wishes }: Criteria): readonly Fact[] {
  return allFacts.filter((fact) => fact !== 'in_area' && wishes.every((wish) => wish.fact !== fact));
}

/** The part of a wish in all weights, 0 to 1. */
export function shareOf(wish: Wish, wishes: readonly Wish[]): number {
  const all = wishes.reduce((sum, { weight }) => sum + weight, 0);
  return all > 0 ? wish.weight / all : 0;
}

/** Whether two criteria ask the same. Absent and null bounds are equal. */
export function isSame(a: Criteria, b: Criteria): boolean {
  return isSameValue(a, b);
}

/** The same of a part of them. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** As text, with sorted keys and without empty members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
    return `{${parts
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => `${key}:${canonical(each)}`)
      .join()}}`;
  }
  return JSON.stringify(value);
}

/** Errors of the server by the part that they are about. */
export interface CriteriaErrors {
  /** For one gate or wish and its field: `errorAt('gates', 0, 'min')`. */
  readonly at: (part: 'gates' | 'wishes', index: number, ...fields: readonly string[]) => string | undefined;
  /** Whether anything about it was refused. */
  readonly has: (part: 'gates' | 'wishes', index: number) => boolean;
  /** About no gate or wish. */
  readonly general: readonly string[];
}

/** The server names fields as `criteria.wishes.0.weight`. */
export function errorsOf(fields: Readonly<Record<string, string>>): CriteriaErrors {
  const entries = Object.entries(fields).map(([name, sentence]) => [name.replace(/^criteria\./, ''), sentence] as const);
  const within = (name: string, path: string) => name === path || name.startsWith(`${path}.`);
  return {
    at: (part, index, ...names) => {
      const paths = names.length > 0 ? names.map((name) => `${part}.${index}.${name}`) : [`${part}.${index}`];
      return names.length > 0
        ? entries.find(([name]) => paths.some((path) => within(name, path)))?.[1]
        : entries.find(([name]) => paths.includes(name))?.[1];
    },
    has: (part, index) => entries.some(([name]) => within(name, `${part}.${index}`)),
    general: entries.filter(([name]) => !/^(gates|wishes)\.\d+/.test(name)).map(([, sentence]) => sentence),
  };
}

export const noErrors = errorsOf({});

/** Requirements that come from the project's own fields, whatever the category. */
const ofTheProject: readonly Fact[] = ['acres', 'building_sqft', 'in_flood_zone'];

/** The criteria of a preset, with the requirements that the project's own fields made. */
export function withPreset(criteria: Criteria, preset: Criteria): Criteria {
  const own = criteria.gates.filter(({ fact }) => ofTheProject.includes(fact));
  return { ...preset, gates: [...own, ...preset.gates.filter(({ fact }) => own.every((gate) => gate.fact !== fact))] };
}
