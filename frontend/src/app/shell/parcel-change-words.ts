import type { components } from '../../api/generated/main-api';
import { acres, calendarDay, counted, currency, grouped } from '../../lib/format';

export type ParcelChange = components['schemas']['ParcelChange'];
export type SearchMatch = components['schemas']['SearchMatch'];
type FactChange = ParcelChange['changes'][number];
type Fact = FactChange['fact'];

const names: Readonly<Record<Exclude<Fact, 'split' | 'merged' | 'retired' | 'returned'>, string>> = {
  owner: 'Owner',
  saledate: 'Last sale',
  saleprice: 'Sale price',
  zoning: 'Zoning',
  flood_zone: 'Flood zone',
  usedesc: 'Use',
  parval: 'Appraised value',
  ll_gisacre: 'Area',
};

function shown(fact: Fact, value: string | null): string {
  if (value === null) return 'unknown';
  if (fact === 'saledate') return calendarDay(value);
  if (fact === 'saleprice') return currency(Number(value));
  // Counties record 0 for what they do not know.
  if (fact === 'parval') return Number(value) === 0 ? 'unknown' : currency(Number(value));
  return fact === 'll_gisacre' ? acres(Number(value)) : value;
}

/** A changed fact as 'Owner: A → B'. `undone`: the import that had said so was undone. */
export function changeWords({ fact, before, after }: FactChange, undone: boolean): string {
  switch (fact) {
    case 'split':
      return undone ? `No longer split into ${before ?? ''}` : `Split into ${after ?? ''}`;
    case 'merged':
      return undone ? `No longer merged into ${before ?? ''}` : `Merged: ${before ?? ''} → ${after ?? ''}`;
    case 'retired':
    case 'returned':
      return after === null ? 'No longer in the county’s records' : 'In the county’s records again';
    default:
      return `${names[fact]}: ${shown(fact, before)} → ${shown(fact, after)}`;
  }
}

type Match = Pick<SearchMatch, 'search_name' | 'parcels' | 'changed' | 'is_undone'>;

/** How many parcels newly match a search, and how many that matched changed: '12 parcels newly match “Land”; 7 that matched before changed'. */
export function matchWords({ search_name, parcels, changed, is_undone }: Match): string {
  const search = `“${search_name}”`;
  if (parcels === 0) {
    return is_undone
      ? `Changes of ${counted(changed.parcels, 'parcel')} that matched ${search} were undone`
      : `${counted(changed.parcels, 'parcel')} that matched ${search} changed`;
  }
  const one = parcels === 1;
  const verb = is_undone ? `${one ? 'is' : 'are'} no longer new in` : `newly ${one ? 'matches' : 'match'}`;
  const news = `${counted(parcels, 'parcel')} ${verb} ${search}`;
  if (changed.parcels === 0) return news;
  const others = grouped(changed.parcels);
  return is_undone ? `${news}; changes of ${others} were undone` : `${news}; ${others} that matched before changed`;
}

/** What changed of the parcels that matched: 'Changed: owner of 5, last sale of 3, 1 split, merged or retired, 2 no longer match'. Undefined if nothing did. */
export function matchedChangesWords({ changed, is_undone }: Match): string | undefined {
  const facts = [
    ['owner', changed.owner],
    ['last sale', changed.sale],
    ['zoning', changed.zoning],
    ['flood zone', changed.flood],
  ] as const;
  const kinds = facts.filter(([, count]) => count > 0).map(([name, count]) => `${name} of ${grouped(count)}`);
  if (changed.gone > 0) kinds.push(`${grouped(changed.gone)} split, merged or retired`);
  if (changed.unmatched > 0) {
    const [one, more] = is_undone ? (['matches again', 'match again'] as const) : (['no longer matches', 'no longer match'] as const);
    kinds.push(`${grouped(changed.unmatched)} ${changed.unmatched === 1 ? one : more}`);
  }
  return kinds.length > 0 ? `${is_undone ? 'Undone' : 'Changed'}: ${kinds.join(', ')}` : undefined;
}

/** The project of a changed parcel, with the site that has the parcel, or that it was discarded. */
export function projectWords({ project_name, held_as, site_name }: ParcelChange['projects'][number]): string {
  if (held_as === 'discarded') return `${project_name} (discarded)`;
  return site_name ? `site ${site_name} of ${project_name}` : project_name;
}

/** Where a change comes from: 'Harris CAD, Nov 1, 2026'. */
export function originWords({ source, source_date, is_undone }: Pick<ParcelChange, 'source' | 'source_date' | 'is_undone'>): string {
  const dated = source_date ? `${source}, ${calendarDay(source_date)}` : `${source}, date unknown`;
  return is_undone ? `Import undone: ${dated}` : dated;
}
