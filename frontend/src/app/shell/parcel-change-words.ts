import type { components } from '../../api/generated/main-api';
import { acres, calendarDay, currency } from '../../lib/format';

export type ParcelChange = components['schemas']['ParcelChange'];
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

/** Where a change comes from: 'Harris CAD, Nov 1, 2026'. */
export function originWords({ source, source_date, is_undone }: Pick<ParcelChange, 'source' | 'source_date' | 'is_undone'>): string {
  const dated = source_date ? `${source}, ${calendarDay(source_date)}` : `${source}, date unknown`;
  return is_undone ? `Import undone: ${dated}` : dated;
}
