import type { AdjustmentKind, AreaUnit, CompSetItem, Measure } from './api';

export const unitWords: Readonly<Record<AreaUnit, string>> = {
  acre: 'acre',
  land_square_foot: 'S.F. of land',
  gross_square_foot: 'gross S.F.',
  rentable_square_foot: 'rentable S.F.',
};

/** In the order of calculation. */
export const kindWords: Readonly<Record<AdjustmentKind, string>> = {
  property_rights: 'Property rights',
  financing: 'Financing',
  conditions_of_sale: 'Conditions of sale',
  market_conditions: 'Market conditions (time)',
  location: 'Location',
  physical: 'Physical',
  economic: 'Economic',
  use: 'Use',
};

export const measureWords: Readonly<Record<Measure, string>> = {
  median: 'Median',
  mean: 'Mean of the prices per unit',
  total: 'Total price ÷ total area',
};

const markWords: Readonly<Record<NonNullable<CompSetItem['mark']>, string>> = {
  far_from_median: 'Look at this: far from the median',
  mild_outlier: 'Outlier',
  severe_outlier: 'Severe outlier',
};

const notCountedWords: Readonly<Record<NonNullable<CompSetItem['not_counted']>, string>> = {
  excluded: 'Excluded',
  deleted: 'Deleted',
  several_parcels: 'Several parcels',
  related_parties: 'Related parties',
  no_area: 'No area in this unit',
  adjusted_away: 'Nothing remains after adjustments',
};

/** What to know about a sale of a set, the most important first. */
export function remarksOn(item: CompSetItem): string[] {
  const remarks: string[] = [];
  if (item.not_counted) remarks.push(`${notCountedWords[item.not_counted]}${item.excluded_reason ? `: ${item.excluded_reason}` : ''}`);
  if (item.mark) remarks.push(markWords[item.mark]);
  if (item.large_adjustments) remarks.push('Adjustments above 25 %');
  if (item.duplicate) remarks.push('Same day, price and area as another');
  return remarks;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$125,000': whole dollars an acre, cents a square foot; '—' when unknown. */
export function unitPrice(value: number | null, unit: AreaUnit): string {
  if (value === null) return '—';
  return (unit === 'acre' ? dollars : cents).format(value);
}
