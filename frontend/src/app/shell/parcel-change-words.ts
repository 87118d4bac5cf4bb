import type { components } from '../../api/generated/main-api';
import { acres, calendarDay, currency, grouped } from '../../lib/format';

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
  if (fact === 'saleprice' || fact === 'parval') return currency(Number(value));
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

/** How many parcels newly match a search: '12 parcels newly match “Land”'. */
export function matchWords({ search_name, parcels, is_undone }: Pick<SearchMatch, 'search_name' | 'parcels' | 'is_undone'>): string {
  const one = parcels === 1;
  const counted = one ? '1 parcel' : `${grouped(parcels)} parcels`;
  if (is_undone) return `${counted} ${one ? 'is' : 'are'} no longer new in “${search_name}”`;
  return `${counted} newly ${one ? 'matches' : 'match'} “${search_name}”`;
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
