import { expect, test } from 'vitest';
import { result } from '../test/stage';
import { sourceWords } from './words';

test('each source is named once, with its date and what is from it', () => {
  const { reasons, gates } = result(1);
  const flood = { index: 2, fact: 'in_flood_zone', outcome: 'pass', value: false, source: 'NFHL', source_date: '2026-01-31' } as const;
  expect(sourceWords(result(1, { reasons, gates: [...gates.slice(0, 2), flood] }))).toBe(
    'HCAD, Oct 1, 2026 (value per acre, site size, land use); NFHL, Jan 31, 2026 (flood)',
  );
  expect(sourceWords(result(1))).toBe('HCAD, Oct 1, 2026');
  // Of a run before dates were kept.
  const undated = reasons.map((reason) => ({ ...reason, source_date: null }));
  expect(sourceWords(result(1, { reasons: undated, gates: [] }))).toBe('HCAD');
  expect(sourceWords(result(1, { reasons: [], gates: [] }))).toBeUndefined();
});
