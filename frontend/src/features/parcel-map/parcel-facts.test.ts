import { expect, it } from 'vitest';
import { heldFor, ownerKindOf, classOfUse } from './parcel-facts';

const facts = {
  use_class: 'industrial',
  is_improved: true,
  owner_kind: 'company',
  is_absentee: true,
  years_held: 1,
  value_per_acre: null,
  total_value: null,
  land_value: null,
  land_value_per_acre: null,
  in_flood_zone: null,
};

it('says the facts of a parcel in words', () => {
  expect([classOfUse({ facts }), ownerKindOf({ facts }), heldFor({ facts })]).toEqual(['Industrial', 'Company, absentee', '1 year']);
  expect(ownerKindOf({ facts: { ...facts, owner_kind: null, is_absentee: false } })).toBe('Local');
});

it('says nothing of what is unknown', () => {
  const unknown = { ...facts, use_class: null, owner_kind: null, is_absentee: null, years_held: null };
  expect([classOfUse({ facts: unknown }), ownerKindOf({ facts: unknown }), heldFor({ facts: unknown })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(heldFor({ facts: { ...facts, years_held: 0 } })).toBe('0 years');
});
