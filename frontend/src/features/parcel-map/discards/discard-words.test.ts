import { expect, it } from 'vitest';
import { discardWords } from './discard-words';

it('says who discarded a parcel, when and why', () => {
  const discard = { discarded_by: 'Ana Diaz', discarded_at: '2026-05-04T10:00:00Z', reason: 'flood', note: null } as const;
  expect(discardWords(discard)).toBe('Discarded by Ana Diaz on May 4, 2026: Flood');
  expect(discardWords({ ...discard, note: 'Bayou' }, 'East Houston')).toBe(
    'Discarded in East Houston by Ana Diaz on May 4, 2026: Flood. Bayou',
  );
});
