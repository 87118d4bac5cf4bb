import { expect, it } from 'vitest';
import type { LetterTerm } from './api';
import { faultOf, operatorsOf, readCondition, writeCondition, type ConditionRow } from './condition';

const term = (name: string, type: string): LetterTerm => ({
  name,
  label: name,
  type,
  source: 'property',
  formats: [],
  has_default: false,
  otherwise: null,
});
const terms = [term('acres', 'area'), term('state', 'text'), term('letter_date', 'date'), term('has_financing_contingency', 'flag')];

it.each([
  { op: 'is_set', args: ['acres'] },
  { op: 'not', args: [{ op: 'is_set', args: ['acres'] }] },
  { op: 'gte', args: ['acres', 0.5] },
  { op: 'in', args: ['state', ['TX', 'OK']] },
  { op: 'eq', args: ['has_financing_contingency', false] },
  {
    op: 'or',
    args: [
      { op: 'not_in', args: ['state', ['TX']] },
      { op: 'lt', args: ['letter_date', '2026-11-25'] },
    ],
  },
])('keeps $op', (tree) => {
  const json = JSON.stringify(tree);
  const form = readCondition(json);
  expect(form && writeCondition(form, terms)).toBe(json);
});

it('leaves deeper conditions to others', () => {
  const set = { op: 'is_set', args: ['acres'] };
  const nested = { op: 'and', args: [set, { op: 'or', args: [set, set] }] };
  expect(readCondition(JSON.stringify(nested))).toBeUndefined();
  expect(readCondition('{')).toBeUndefined();
  expect(writeCondition({ join: 'and', rows: [] }, terms)).toBeNull();
});

it.each([
  [{ term: '', op: 'is_set', value: '' }, 'Choose a field.'],
  [{ term: 'acres', op: 'gt', value: '' }, 'Enter a value.'],
  [{ term: 'acres', op: 'gt', value: 'many' }, 'Enter a number.'],
  [{ term: 'letter_date', op: 'lt', value: 'today' }, 'Enter a date such as 2026-11-25.'],
  [{ term: 'has_financing_contingency', op: 'eq', value: 'x' }, 'Enter yes or no.'],
  [{ term: 'state', op: 'in', value: ' , ' }, 'Enter a value.'],
  [{ term: 'acres', op: 'gt', value: '1,000' }, undefined],
  [{ term: 'state', op: 'in', value: 'TX, OK' }, undefined],
] satisfies [ConditionRow, string | undefined][])('says what is wrong with %o', (row, fault) => {
  expect(faultOf(row, terms)).toBe(fault);
});

it('offers operators by type', () => {
  expect(operatorsOf('lines')).toEqual(['is_set', 'not_set']);
  expect(operatorsOf('text')).not.toContain('lt');
  expect(operatorsOf('money')).toContain('gte');
});
