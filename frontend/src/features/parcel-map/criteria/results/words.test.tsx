import { expect, test } from 'vitest';
import { done, result } from '../test/stage';
import type { Explanation } from '../types';
import { keptWords, rankRange, sourceWords, standingLine, standingWords } from './words';

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

test('what a run keeps of a list is named, with what the project has after the first', () => {
  expect(keptWords(95, 95)).toBeUndefined();
  expect(keptWords(1000, 5321)).toBe('first 1,000 of 5,321');
  expect(keptWords(1001, 5321)).toBe('first 1,000 of 5,321 and 1 parcel of the project after them');
  expect(keptWords(1040, 5321)).toBe('first 1,000 of 5,321 and 40 parcels of the project after them');
});

test('a site has the rank that it would have, a parcel the one that it has', () => {
  const words = (list: 'ranked' | 'unknown' | null, rank: number | null, site: Explanation['site']) =>
    standingWords({ list, is_judged_now: true, result: result(1, { rank, score: 71 }), site }, done);
  const of = { parcels: 3, of: 95, is_worst_at_least: false };
  expect(words('ranked', 4, null)).toBe('Rank 4, score 71.0.');
  expect(words('ranked', null, { ...of, rank: 4 })).toBe('Score 71.0, would be rank 4 of 95 in the run of Nov 24, 2026.');
  expect(words('ranked', null, { ...of, rank: null, of: 2001 })).toBe(
    'Score 71.0, would be after rank 1,000 of 2,001 in the run of Nov 24, 2026.',
  );
  expect(words('unknown', null, { ...of, rank: null })).toBe('Listed apart: a required fact is unknown; score 71.0.');
  expect(words(null, null, { ...of, rank: null })).toBe('Not in a list: it fails a requirement. By the wishes alone its score is 71.0.');
});

test('a row says in one line how a parcel or a site stands', () => {
  const words = (list: 'ranked' | 'unknown' | null, rank: number | null, site: Explanation['site'] = null) =>
    standingLine({ list, is_judged_now: false, result: result(1, { rank, score: 71, certainty: 0.75 }), site });
  expect(words('ranked', 4)).toBe('Rank 4, score 71.0, 75% sure.');
  expect(words('ranked', null, { parcels: 3, of: 95, rank: 4, is_worst_at_least: false })).toBe(
    'Would be rank 4 of 95, score 71.0, 75% sure.',
  );
  expect(words('unknown', null)).toBe('Listed apart: a required fact is unknown, score 71.0, 75% sure.');
  expect(words(null, null)).toBe('Fails a requirement, score 71.0, 75% sure.');
});

test('the worst rank of a site is the least where the kept results do not say it', () => {
  const of = { rank_best: 960, rank_worst: 990 };
  const site = { parcels: 3, rank: 980, of: 2001, is_worst_at_least: false };
  expect(rankRange(result(1, of), site)).toBe('Rank 960 to 990 when each weight moves by up to 20%.');
  expect(rankRange(result(1, of), { ...site, is_worst_at_least: true })).toBe(
    'Rank 960 to at least 990 when each weight moves by up to 20%: parcels beyond rank 1,000 are not compared.',
  );
});
