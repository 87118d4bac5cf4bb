import type { IncomeKind, PriceBasis, PriceRule, RoundTo } from './api';

/** `offer`: each property's own offer value. */
export type BasisChoice = PriceBasis | 'offer';

/** The rule as it is typed. */
export interface RuleForm {
  readonly basis: BasisChoice;
  readonly factor: string;
  /** Whose net operating income; only read where the price is from one. */
  readonly income: IncomeKind;
  readonly floor: string;
  readonly cap: string;
  readonly step: string;
  readonly mode: RoundTo;
}

export const emptyRule: RuleForm = { basis: 'offer', factor: '', income: 'stabilized', floor: '', cap: '', step: '1', mode: 'nearest' };

interface BasisWords {
  readonly label: string;
  readonly factor: string;
  readonly unit: '%' | '$';
}

/** What a basis is called, and what its factor is. */
export const bases: Readonly<Record<PriceBasis, BasisWords>> = {
  pct_appraised: { label: 'Percent of appraised value', factor: 'Percent', unit: '%' },
  pct_market: { label: 'Percent of market value', factor: 'Percent', unit: '%' },
  pct_total: { label: 'Percent of total value', factor: 'Percent', unit: '%' },
  per_acre: { label: 'Dollars per acre', factor: 'Per acre', unit: '$' },
  per_sf_building: { label: 'Dollars per S.F. of building', factor: 'Per S.F. of building', unit: '$' },
  per_sf_land: { label: 'Dollars per S.F. of land', factor: 'Per S.F. of land', unit: '$' },
  spec_formula: { label: 'Percent of the calculated offer', factor: 'Percent', unit: '%' },
  noi_over_cap: { label: 'Net operating income over cap rate', factor: 'Cap rate', unit: '%' },
  fixed: { label: 'The same price for all', factor: 'Price', unit: '$' },
};

export const basisChoices: readonly { readonly value: BasisChoice; readonly label: string }[] = [
  { value: 'offer', label: 'Each property’s offer value' },
  ...Object.entries(bases).map(([value, { label }]) => ({ value: value as PriceBasis, label })),
];

/** Whose net operating income a price can be from: the latest of that kind. */
export const incomeChoices: readonly { readonly value: IncomeKind; readonly label: string }[] = [
  { value: 'stabilized', label: 'Stabilized' },
  { value: 'trailing_12', label: 'Last twelve months' },
  { value: 'broker', label: 'Broker’s statement' },
];

/** A typed number, with or without '$', '%' and separators; undefined when empty, null when it is none. */
export function numberOf(typed: string): number | null | undefined {
  const plain = typed.replace(/[$%,\s]/g, '');
  if (plain === '') return undefined;
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

type Field = 'factor' | 'floor' | 'cap' | 'step';

export interface ReadRule {
  /** Null: the offer values. */
  readonly rule: PriceRule | null;
  /** What is missing or wrong, by field. The server checks the rest. */
  readonly faults: Readonly<Partial<Record<Field, string>>>;
}

/** The rule that a form means. */
export function readRule(form: RuleForm): ReadRule {
  if (form.basis === 'offer') return { rule: null, faults: {} };
  const faults: Partial<Record<Field, string>> = {};
  const read = (field: Field): number | undefined => {
    const value = numberOf(form[field]);
    if (value === null) faults[field] = 'Enter a number.';
    return value ?? undefined;
  };
  const [factor, floor, cap, step] = [read('factor'), read('floor'), read('cap'), read('step')];
  if (factor === undefined && !faults.factor && form.basis !== 'spec_formula') faults.factor = 'Enter the factor.';
  if (step !== undefined && !Number.isInteger(step)) faults.step = 'Use whole dollars.';
  const rule: PriceRule = { basis: form.basis, step: step ?? 1, mode: form.mode };
  if (form.basis === 'noi_over_cap') rule.income = form.income;
  if (factor !== undefined) rule.factor = factor;
  if (floor !== undefined) rule.floor = floor;
  if (cap !== undefined) rule.cap = cap;
  return { rule, faults };
}
