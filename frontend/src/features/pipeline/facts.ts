import type { Change, DealRefusal } from './api';

export type Fact = DealRefusal['missing'][number];

/** A deal that cannot be moved yet, and the facts that its new stage requires besides. */
export type Lacking = Pick<DealRefusal, 'property_id' | 'missing'>;

/** Facts of a deal, as they are typed for all deals that lack them. */
export interface Filled {
  readonly assigned_to: string | null;
  readonly next_step: string;
  /** Empty if no day was chosen. */
  readonly next_step_on: string;
  readonly drop_reason: string;
}

export const nothingFilled: Filled = { assigned_to: null, next_step: '', next_step_on: '', drop_reason: '' };

/** Facts that one value can be given for many deals. An offer and a contact are each property's own. */
export const fillable = ['assigned_to', 'next_step', 'drop_reason'] as const;
export type Fillable = (typeof fillable)[number];

const isFillable = (fact: Fact): fact is Fillable => (fillable as readonly Fact[]).includes(fact);

/** Whether a deal can be moved once what can be filled here is. */
export const canBeFilled = ({ missing }: Lacking): boolean => missing.length > 0 && missing.every(isFillable);

const words: Readonly<Record<Fact, string>> = {
  assigned_to: 'an assigned person',
  next_step: 'a next step',
  offer_value: 'an offer value',
  contact: 'a contact',
  drop_reason: 'a reason',
};

/** Where the other facts are entered. */
const elsewhere: Readonly<Partial<Record<Fact, string>>> = {
  offer_value: 'Enter it under Valuation on the property’s page.',
  contact: 'Add one under Ownership on the property’s page.',
};

/** How many deals lack each fact: '2 properties lack an offer value. Enter it under Valuation on the property’s page.' */
export function lackingWords(lacking: readonly Lacking[]): readonly string[] {
  const facts = Object.keys(words) as Fact[];
  return facts.flatMap((fact) => {
    const count = lacking.filter(({ missing }) => missing.includes(fact)).length;
    if (count === 0) return [];
    const subject = count === 1 ? '1 property lacks' : `${count.toLocaleString('en-US')} properties lack`;
    return [[`${subject} ${words[fact]}.`, elsewhere[fact]].filter(Boolean).join(' ')];
  });
}

/** The facts that can be filled for at least one deal that can be moved then. */
export const factsToFill = (lacking: readonly Lacking[]): readonly Fillable[] =>
  fillable.filter((fact) => lacking.some((deal) => canBeFilled(deal) && deal.missing.includes(fact)));

/** What is wrong with the values. */
export function mistakesIn(filled: Filled, asked: readonly Fillable[]): Partial<Record<Fillable, string>> {
  const sentences: Readonly<Record<Fillable, string>> = {
    assigned_to: 'Please choose a person.',
    next_step: 'Please enter a next step.',
    drop_reason: 'Please enter a reason.',
  };
  return Object.fromEntries(asked.flatMap((fact) => (filled[fact]?.trim() ? [] : [[fact, sentences[fact]]])));
}

interface Filling {
  readonly propertyIds: readonly string[];
  readonly what: Change;
}

/** A change for each set of missing facts, so that no deal loses a value that it has. */
export function fillingsOf(lacking: readonly Lacking[], filled: Filled): readonly Filling[] {
  const bySet = new Map<string, Lacking[]>();
  for (const deal of lacking.filter(canBeFilled)) {
    const set = [...deal.missing].sort().join();
    bySet.set(set, [...(bySet.get(set) ?? []), deal]);
  }
  return [...bySet.values()].map((deals) => {
    const has = (fact: Fillable): boolean => deals[0]?.missing.includes(fact) === true;
    const what = {
      ...(has('assigned_to') && { assigned_to: filled.assigned_to }),
      ...(has('next_step') && { next_step: filled.next_step.trim(), next_step_on: filled.next_step_on || null }),
      ...(has('drop_reason') && { drop_reason: filled.drop_reason.trim() }),
    };
    return { propertyIds: deals.map(({ property_id }) => property_id), what };
  });
}
