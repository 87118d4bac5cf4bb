import type { components } from '../../../api/generated/parcel-lookup';
import type { ColouredFacts } from './scheme';
import type { Colouring } from './schemes';

type Result = components['schemas']['SearchResult'];
type Fact = components['schemas']['Fact'];
type Criteria = components['schemas']['Criteria'];

/** What the tiles do not have, and no list of the project: only a search whose criteria have the fact. */
const ofCriteria: ReadonlySet<string> = new Set<Fact & Colouring>(['slope_percent', 'highway_m', 'rail_m', 'growth_chance']);

/** Why no parcel has a colour by this; undefined where some have. `criteria`: of the search whose results are coloured, if there is one. */
export function lackOf(colouring: Colouring, criteria: Criteria | undefined): string | undefined {
  if (colouring === 'score') return criteria ? undefined : 'run a search';
  if (!ofCriteria.has(colouring)) return undefined;
  const asked = [...(criteria?.gates ?? []), ...(criteria?.wishes ?? [])];
  return asked.some(({ fact }) => fact === colouring) ? undefined : 'run a search with this wish';
}

/** Full years since a day such as 2019-06-14; undefined without one, and of a day to come. */
export function yearsSince(day: string | null | undefined, today: Date): number | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const [nowMonth, nowDate] = [today.getMonth() + 1, today.getDate()];
  const years = today.getFullYear() - year - (nowMonth < month || (nowMonth === month && nowDate < date) ? 1 : 0);
  return years >= 0 ? years : undefined;
}

/** What a result of a search says of its parcel. */
export function factsOfResult({ ll_uuid, score, acres, record, reasons, gates }: Result, today: Date): ColouredFacts {
  const known = new Map([...reasons, ...gates].flatMap(({ fact, value }) => (value === null ? [] : [[fact, value] as const])));
  const number = (fact: Fact) => {
    const value = known.get(fact);
    return typeof value === 'number' ? value : undefined;
  };
  const absentee = known.get('is_absentee');
  return {
    ll_uuid,
    score,
    use_class: record.use_class,
    zoning: record.zoning,
    total_value: record.total_value,
    building_sqft: record.building_sqft,
    year_built: record.year_built,
    years_held: yearsSince(record.saledate, today),
    owner_kind: record.owner_kind,
    is_absentee: typeof absentee === 'boolean' ? absentee : undefined,
    slope_percent: number('slope_percent'),
    highway_m: number('highway_m'),
    rail_m: number('rail_m'),
    growth_chance: number('growth_chance'),
    ll_gisacre: acres,
    value_per_acre: record.value_per_acre ?? undefined,
    in_flood_zone: record.in_flood_zone,
  };
}

/** The facts of a parcel with those of a search where it has none itself. */
export function withResult(facts: ColouredFacts, result: ColouredFacts | undefined): ColouredFacts {
  if (!result) return facts;
  const own = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return { ...result, ...Object.fromEntries(own) };
}
