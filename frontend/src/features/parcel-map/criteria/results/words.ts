import { calendarDay, counted, date, grouped } from '../../../../lib/format';
import { factLabel } from '../facts';
import type { Explanation, JudgedResult, Move, SearchRun } from '../types';

const one = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Points of a score, with one decimal. */
export const points = (value: number): string => one.format(value);

/** What a list says of what is in it. */
export const lists = {
  ranked: 'Ranked',
  unknown: 'Listed apart: a required fact is unknown',
  uncertain: 'Listed apart: low certainty',
} as const;

/** Results of a list that a run keeps with their reasons. */
const kept = 1000;

/** What a run keeps of a list: 'The first 1,000', and the parcels of the project after them; undefined of a whole list. */
export function keptWords(results: number, count: number): string | undefined {
  if (results >= count) return undefined;
  const own = results - kept;
  const after = own > 0 ? ` and ${counted(own, 'parcel')} of the project after them` : '';
  return `first ${grouped(Math.min(results, kept))} of ${grouped(count)}${after}`;
}

/** The rank that a site would have among the parcels of a run: 'would be rank 4 of 95'; undefined of what is not ranked. */
export function wouldBe({ list, site }: Pick<Explanation, 'list' | 'site'>): string | undefined {
  if (!site || list !== 'ranked') return undefined;
  return `would be ${site.rank === null ? `after rank ${grouped(kept)}` : `rank ${grouped(site.rank)}`} of ${grouped(site.of)}`;
}

/** How a parcel or a site stands in a run, in a sentence. */
export function standingWords({ list, site, result: { rank, score } }: Explanation, { finished_at }: SearchRun): string {
  const would = wouldBe({ list, site });
  if (would) return `Score ${points(score)}, ${would} in the run of ${date(finished_at)}.`;
  if (list === 'ranked' && rank !== null) return `Rank ${rank}, score ${points(score)}.`;
  if (list !== null) return `${lists[list]}; score ${points(score)}.`;
  return `Not in a list: it fails a requirement. By the wishes alone its score is ${points(score)}.`;
}

/** The same in one line of a row, which names its run beside it. */
export function standingLine({ list, site, result }: Explanation): string {
  const { rank, score } = result;
  const would = wouldBe({ list, site });
  const place =
    would ?? (list === null ? 'fails a requirement' : list === 'ranked' && rank !== null ? `rank ${rank}` : lists[list].toLowerCase());
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}, score ${points(score)}, ${sure(result)}.`;
}

/** Where the rank moves when the weights do; undefined if that was not computed. Of a site the kept results may not say the worst. */
export function rankRange({ rank_best, rank_worst }: JudgedResult, site?: Explanation['site']): string | undefined {
  if (rank_best === null || rank_worst === null) return undefined;
  if (site?.is_worst_at_least) {
    const best = `Rank ${grouped(rank_best)} to at least ${grouped(rank_worst)}`;
    return `${best} when each weight moves by up to 20%: parcels beyond rank ${grouped(kept)} are not compared.`;
  }
  if (rank_best === rank_worst) return `Stays at rank ${grouped(rank_best)} when each weight moves by up to 20%.`;
  return `Rank ${grouped(rank_best)} to ${grouped(rank_worst)} when each weight moves by up to 20%.`;
}

/** That a result is not one of the run, but of today; undefined of one that the run keeps. */
export function judgedNowWords({ is_judged_now, site }: Pick<Explanation, 'is_judged_now' | 'site'>): string | undefined {
  if (!is_judged_now) return undefined;
  return `${site ? `Its ${counted(site.parcels, 'parcel')} are judged as one, by` : 'Judged by'} what is known today.`;
}

/** The share of the weight that is on known facts. */
export const sure = ({ certainty }: Pick<JudgedResult, 'certainty'>): string => `${Math.round(100 * certainty)}% sure`;

/** How sure a score is. */
export function sureness({ certainty, score_low, score_high }: JudgedResult): string {
  const percent = Math.round(100 * certainty);
  if (percent === 100) return 'All of the weight is on known facts.';
  return `${percent}% of the weight is on known facts: the score is between ${points(score_low)} and ${points(score_high)}.`;
}

/** Where the facts are from, each source with its date: 'HCAD, Oct 1, 2026 (site size, land use); NFHL, Jan 31, 2026 (flood)'. */
export function sourceWords({ reasons, gates }: JudgedResult): string | undefined {
  const facts = new Map<string, Set<string>>();
  for (const { fact, source, source_date } of [...reasons, ...gates]) {
    if (!source) continue;
    const name = source_date ? `${source}, ${calendarDay(source_date)}` : source;
    facts.set(name, (facts.get(name) ?? new Set()).add(factLabel(fact).toLowerCase()));
  }
  const [only, ...others] = facts.keys();
  if (only !== undefined && others.length === 0) return only;
  return facts.size === 0 ? undefined : [...facts].map(([name, of]) => `${name} (${[...of].join(', ')})`).join('; ');
}

/** How a parcel moved between two runs: 'up 3: 2 by criteria, 1 by data'. */
export function moveWords({ rank_before, rank_after, by_criteria, by_data }: Move): string {
  if (rank_before === null && rank_after === null) return 'in neither list';
  if (rank_before === null) return 'new in the list';
  if (rank_after === null) return 'no longer in the list';
  const gained = rank_before - rank_after;
  if (gained === 0 && !by_criteria && !by_data) return 'same rank';
  const moved = gained === 0 ? 'same rank' : `${gained > 0 ? 'up' : 'down'} ${grouped(Math.abs(gained))}`;
  if (by_criteria === null || by_data === null) return moved;
  const parts = [
    ...(by_criteria === 0 ? [] : [`${signed(by_criteria)} by criteria`]),
    ...(by_data === 0 ? [] : [`${signed(by_data)} by data`]),
  ];
  return parts.length > 0 ? `${moved}: ${parts.join(', ')}` : moved;
}

/** The wish that moved a parcel most: 'Chance of growth: 12.0 → 31.5 points'; undefined if none is known. */
export function wishWords({ wish }: Move): string | undefined {
  if (!wish) return undefined;
  const said = (value: number | null) => (value === null ? 'not asked' : points(value));
  return `${factLabel(wish.fact)}: ${said(wish.points_before)} → ${said(wish.points_after)} points`;
}

const signed = (value: number) => `${value > 0 ? '+' : '−'}${grouped(Math.abs(value))}`;
