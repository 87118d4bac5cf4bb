import { acres, counted, currency, grouped } from '../../lib/format';
import type { PropertyRow, PropertyTotals } from './api';

/** Figures of a list: what is not known is said, and so is what a site counts already. */
export function totalsWords(totals: PropertyTotals): string {
  const { in_sites } = totals;
  return [
    sum(totals.acres, acres, totals.without_acres, 'acres'),
    sum(totals.total_value, (of) => `${currency(of)} total value`, totals.without_total_value, 'total value'),
    sum(totals.appraised_value, (of) => `${currency(of)} appraised value`, totals.without_appraised_value, 'appraised value'),
    in_sites > 0 && `${counted(in_sites, 'parcel of a site', 'parcels of a site')}, summed with the site`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function sum(of: number | null, shown: (of: number) => string, missing: number, what: string): string {
  const without = missing > 0 && `${grouped(missing)} without ${what}`;
  if (of === null) return without || '';
  return without ? `${shown(of)} (${without})` : shown(of);
}

/** The same of rows, as the server sums those of a list. */
export function totalsOf(rows: readonly PropertyRow[]): PropertyTotals {
  const summed = rows.filter(({ site }) => !site);
  const of = (field: 'acres' | 'total_value' | 'appraised_value') => {
    const known = summed.flatMap((row) => row[field] ?? []);
    return { sum: added(known), missing: summed.length - known.length };
  };
  const [total, appraised] = [of('total_value'), of('appraised_value')];
  return {
    count: rows.length,
    in_sites: rows.length - summed.length,
    acres: added(landOf(summed)),
    without_acres: summed.filter(({ acres: land }) => land === null).length,
    total_value: total.sum,
    without_total_value: total.missing,
    appraised_value: appraised.sum,
    without_appraised_value: appraised.missing,
  };
}

function added(known: readonly number[]): number | null {
  return known.length > 0 ? known.reduce((before, each) => before + each, 0) : null;
}

/** Acres of the ground lots: parcels with the same inner point, such as condominiums, are on the same land. */
function landOf(rows: readonly PropertyRow[]): number[] {
  const lots = new Map<string, number>();
  for (const { lon, lat, acres: land } of rows) {
    const lot = `${lon} ${lat}`;
    if (land !== null) lots.set(lot, Math.max(land, lots.get(lot) ?? 0));
  }
  return [...lots.values()];
}
