import { describe, expect, it } from 'vitest';
import type { Contact, OwnerSuggestion } from './api';
import { hasTenDigits } from './directory-dialog';
import { isLinked } from './owner-contacts-dialog';

describe('linking contacts', () => {
  it('takes phone numbers of exactly ten digits, however they are written', () => {
    expect(hasTenDigits('(713) 555-0142')).toBe(true);
    expect(hasTenDigits('+1 713 555 0124')).toBe(true);
    expect(hasTenDigits('713 555 014')).toBe(false);
    expect(hasTenDigits('+2 713 555 0142')).toBe(false);
    expect(hasTenDigits('713 555 0142 x')).toBe(false);
    expect(hasTenDigits(null)).toBe(false);
  });

  it('knows a namesake of a linked contact, without case', () => {
    const linked = [{ first_name: 'Ada', last_name: 'Byron' }] as Contact[];
    expect(isLinked({ first_name: 'ADA', last_name: 'byron' } as OwnerSuggestion, linked)).toBe(true);
    expect(isLinked({ first_name: 'Ada', last_name: 'Lovelace' } as OwnerSuggestion, linked)).toBe(false);
  });
});
