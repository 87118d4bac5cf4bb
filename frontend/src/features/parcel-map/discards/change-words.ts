import type { components } from '../../../api/generated/main-api';
import { plainWords } from '../../../lib/county-words';
import { acres, currency, feet } from '../../../lib/format';

/** The fact behind a discard's reason, as it was and as it is. */
export type Change = components['schemas']['ChangedFact'];

const names: Readonly<Record<string, string>> = {
  flood_zone: 'flood zone',
  ll_gisacre: 'lot area',
  parval: 'value',
  value_per_acre: 'value per acre',
  zoning: 'zoning',
  usedesc: 'land use',
  owner: 'owner',
  highway_m: 'distance to a highway',
  rail_m: 'distance to a railway',
  outline_acres: 'land within the outline',
  width_m: 'width',
  compactness: 'compactness',
};

const two = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const miles = (metres: number): string => `${two.format(metres / 1609.344)} mi`;

const amounts: Readonly<Record<string, (value: number) => string>> = {
  ll_gisacre: acres,
  parval: currency,
  value_per_acre: currency,
  highway_m: miles,
  rail_m: miles,
  outline_acres: acres,
  width_m: feet,
  compactness: (value) => two.format(value),
};

/** 'For review: flood zone was AE, now X'. What is not recorded is unknown. */
export function changeWords({ field, was, now }: Change): string {
  const [before, after] = [wordsOf(field, was), wordsOf(field, now)];
  // A change too small for the usual words.
  const [from, to] = before === after ? [String(was), String(now)] : [before, after];
  return `For review: ${names[field] ?? field} was ${from}, now ${to}`;
}

function wordsOf(field: string, value: unknown): string {
  // Counties record 0 for what they do not know.
  if (field === 'parval' && value === 0) return 'unknown';
  if (typeof value === 'number') return amounts[field]?.(value) ?? String(value);
  if (typeof value !== 'string' || value.trim() === '') return 'unknown';
  return field === 'usedesc' ? plainWords(value) : value.trim();
}
