import { calendarDay, grouped } from '../../../../lib/format';
import { asksGrowth, isSameValue, unknownRules } from '../criteria';
import { curveWords } from '../curve';
import { factInfo, factLabel, gateWords } from '../facts';
import type { Comparison, Gate, SearchRun, Wish } from '../types';

/** What differs between two searches, by name. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const notAsked = 'Not asked';
const none = 'None';

/** What differs between an earlier search and a later one; `growthName` names a growth simulation. */
export function differencesOf(
  before: SearchRun,
  after: SearchRun,
  same: Pick<Comparison, 'same_criteria' | 'same_area' | 'same_data'>,
  growthName: (runId: string) => string,
): readonly Difference[] {
  const criteria = [...gateDifferences(before, after), ...wishDifferences(before, after), ...growth(before, after, growthName)];
  const method = differing('Method', `Version ${before.method_version}`, `Version ${after.method_version}`);
  const asked = [...criteria, ...method];
  const data = dataDifferences(before, after);
  return [
    ...(same.same_area ? [] : [{ name: 'Area', before: before.name ?? 'Search', after: after.name ?? 'Search' }]),
    ...differing('Filter', before.filter ?? none, after.filter ?? none),
    ...asked,
    ...(same.same_criteria || asked.length > 0 ? [] : [{ name: 'Outline of a place', before: 'As it was', after: 'Changed' }]),
    ...data,
    ...(same.same_data || data.length > 0
      ? []
      : [{ name: 'Facts of parcels, layers or discards', before: 'As they were', after: 'Changed' }]),
  ];
}

function differing(name: string, before: string, after: string): readonly Difference[] {
  return before === after ? [] : [{ name, before, after }];
}

/** Of what both have and only one has, by a key. */
function paired<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): readonly (readonly [T?, T?])[] {
  const [old, now] = [before, after].map((items) => new Map(items.map((item) => [keyOf(item), item]))) as [Map<string, T>, Map<string, T>];
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => [old.get(key), now.get(key)] as const);
}

function gateDifferences(before: SearchRun, after: SearchRun): readonly Difference[] {
  // There may be several places.
  const keyOf = ({ fact, area }: Gate) => `${fact} ${area?.name ?? ''}`;
  return paired(before.criteria.gates, after.criteria.gates, keyOf).flatMap(([old, now]) => {
    if (isSameValue(old, now)) return [];
    const name = `Requirement: ${factLabel((now ?? old)?.fact ?? '')}`;
    const [was, is] = [asked(old), asked(now)];
    return [{ name, before: was, after: was === is ? `${is}, with another outline` : is }];
  });
}

const asked = (gate: Gate | undefined) => (gate ? `${gateWords(gate)}; unknown ${unknownRules[gate.unknown]}` : notAsked);

function wishDifferences(before: SearchRun, after: SearchRun): readonly Difference[] {
  return paired(before.criteria.wishes, after.criteria.wishes, ({ fact }) => fact).flatMap(([old, now]) => {
    if (old && now) return partsOf(old, now);
    const name = `Wish: ${factLabel((now ?? old)?.fact ?? '')}`;
    return [{ name, before: whole(old), after: whole(now) }];
  });
}

const curveOf = ({ fact, curve }: Wish) => curveWords(fact, factInfo(fact), curve);
const whole = (wish: Wish | undefined) => (wish ? `weight ${wish.weight}, ${curveOf(wish)}` : notAsked);

/** What of a wish that both have differs. */
function partsOf(old: Wish, now: Wish): readonly Difference[] {
  const label = factLabel(now.fact);
  const [was, is] = [curveOf(old), curveOf(now)];
  return [
    ...differing(`Weight of ${label}`, String(old.weight), String(now.weight)),
    ...(isSameValue(old.curve, now.curve)
      ? []
      : [{ name: `Curve of ${label}`, before: was, after: was === is ? `${is}, other values between or beside` : is }]),
    ...differing(`Points of ${label} where it is unknown`, share(old.neutral), share(now.neutral)),
  ];
}

const share = (value: number) => `${Math.round(100 * value)}%`;

function growth(before: SearchRun, after: SearchRun, nameOf: (runId: string) => string): readonly Difference[] {
  if (![before, after].some(({ criteria }) => asksGrowth(criteria)) || before.growth_run_id === after.growth_run_id) return [];
  const said = (runId: string | null) => (runId === null ? none : nameOf(runId));
  return [{ name: 'Growth simulation', before: said(before.growth_run_id), after: said(after.growth_run_id) }];
}

type Data = SearchRun['data'][number];

function dataDifferences(before: SearchRun, after: SearchRun): readonly Difference[] {
  return paired(before.data, after.data, ({ county_fips }) => county_fips).flatMap(([old, now]) =>
    differing(`Data of county ${(now ?? old)?.county_fips ?? ''}`, version(old), version(now)),
  );
}

function version(data: Data | undefined): string {
  if (!data) return none;
  const { source, source_date, batch_id, parcels } = data;
  const from = [source ?? 'source not recorded', source_date && calendarDay(source_date), batch_id !== null && `import ${batch_id}`];
  return `${from.filter(Boolean).join(', ')}; ${grouped(parcels)} parcels`;
}
