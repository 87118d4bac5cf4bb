import { expect, it } from 'vitest';
import { fillingsOf, canBeFilled, factsToFill, lackingWords, mistakesIn, nothingFilled, type Lacking } from './facts';

const deal = (property_id: string, ...missing: Lacking['missing']): Lacking => ({ property_id, missing });
const lacking = [
  deal('a', 'assigned_to'),
  deal('b', 'next_step', 'assigned_to'),
  deal('c', 'assigned_to', 'offer_value'),
  deal('d', 'assigned_to'),
];

it('says how many deals lack which fact, and where the others are entered', () => {
  expect(lackingWords(lacking)).toEqual([
    '4 properties lack an assigned person.',
    '1 property lacks a next step.',
    '1 property lacks an offer value. Enter it under Valuation on the property’s page.',
  ]);
});

it('asks only for facts with which a deal can be moved', () => {
  expect(lacking.filter(canBeFilled).map(({ property_id }) => property_id)).toEqual(['a', 'b', 'd']);
  expect(factsToFill(lacking)).toEqual(['assigned_to', 'next_step']);
  expect(factsToFill([deal('c', 'assigned_to', 'offer_value')])).toEqual([]);
});

it('gives each deal only what it lacks', () => {
  const filled = { ...nothingFilled, assigned_to: 'm', next_step: ' Call ', next_step_on: '2026-12-01' };
  expect(fillingsOf(lacking, filled)).toEqual([
    { propertyIds: ['a', 'd'], what: { assigned_to: 'm' } },
    { propertyIds: ['b'], what: { assigned_to: 'm', next_step: 'Call', next_step_on: '2026-12-01' } },
  ]);
});

it('wants a value for each fact it asks for', () => {
  expect(mistakesIn({ ...nothingFilled, next_step: '  ', drop_reason: 'Flood' }, ['assigned_to', 'next_step', 'drop_reason'])).toEqual({
    assigned_to: 'Please choose a person.',
    next_step: 'Please enter a next step.',
  });
});
