import type { components } from '../../api/generated/main-api';
import { acres, currency, grouped } from '../../lib/format';
import type { PropertyRow } from './api';

/** What the list of a project's properties shows: filter, order and further columns. */
export type PropertiesView = components['schemas']['PropertiesView'];
export type PropertyColumn = PropertiesView['columns'][number];

/** The list without a saved view. */
export const plainProperties: PropertiesView = { filter: {}, sort: 'added', columns: [] };

/** After the columns of the specification. */
export const moreColumns: Readonly<Record<PropertyColumn, string>> = {
  parcel_number: 'Parcel Number',
  owner_name: 'Owner',
  property_name: 'Property Name',
  square_feet: 'Square Feet',
};

/** What a further column shows of a property. */
export const shownIn = (column: PropertyColumn, row: PropertyRow): string | null =>
  column === 'square_feet' ? (row.square_feet === null ? null : grouped(row.square_feet)) : row[column];

/** Sums of the rows; values that are not known are left out, and said to be. */
export function totalsOf(rows: readonly PropertyRow[]): string {
  return [sum(rows, 'acres', (total) => acres(total)), sum(rows, 'total_value', (total) => currency(total))].filter(Boolean).join(' · ');
}

function sum(rows: readonly PropertyRow[], of: 'acres' | 'total_value', shown: (total: number) => string): string {
  const known = rows.flatMap((row) => row[of] ?? []);
  if (known.length === 0) return '';
  const missing = rows.length - known.length;
  const total = shown(known.reduce((before, each) => before + each, 0));
  return missing === 0 ? total : `${total} (${grouped(missing)} unknown)`;
}
