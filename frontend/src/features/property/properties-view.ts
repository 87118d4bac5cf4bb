import type { components } from '../../api/generated/main-api';
import { calendarDay, grouped } from '../../lib/format';
import type { Column } from '../../ui/data-table';
import type { PropertyRow } from './api';

/** What the list of a project's properties shows: filter, order and further columns. */
export type PropertiesView = components['schemas']['PropertiesView'];
export type PropertyColumn = PropertiesView['columns'][number];

/** The list without a saved view. */
export const plainProperties: PropertiesView = { filter: {}, sort: 'added', columns: [] };

/** The columns of the specification and the lot area; further ones follow them. */
export const ownColumns: readonly Column[] = [
  { label: 'Image' },
  { label: 'Address', sort: 'address' },
  { label: 'Year Built', numeric: true, sort: 'year_built' },
  { label: 'Parcel Value Type', sort: 'parcel_value_type' },
  { label: 'Total Value', numeric: true, sort: 'total_value' },
  { label: 'Appraised Value', numeric: true, sort: 'appraised_value' },
  { label: 'Lot Area', numeric: true, sort: 'acres' },
  { label: 'Remove', hidden: true },
];

export const moreColumns: Readonly<Record<PropertyColumn, string>> = {
  parcel_number: 'Parcel Number',
  owner_name: 'Owner',
  property_name: 'Property Name',
  square_feet: 'Square Feet',
  stage: 'Stage',
  assigned_to: 'Assigned To',
  next_step: 'Next Step',
  tags: 'Tags',
};

/** The server's sort keys of further columns. */
const sorts: Readonly<Record<PropertyColumn, string>> = {
  parcel_number: 'parcel_number',
  owner_name: 'owner_name',
  property_name: 'property_name',
  square_feet: 'square_feet',
  stage: 'stage',
  assigned_to: 'assigned_to',
  next_step: 'next_step_on',
  tags: 'tags',
};

/** The heading of a further column. */
export function columnOf(column: PropertyColumn): Column {
  return { label: moreColumns[column], sort: sorts[column] };
}

/** What a further column shows of a property. */
export function shownIn(column: PropertyColumn, row: PropertyRow): string | null {
  switch (column) {
    case 'square_feet':
      return row.square_feet === null ? null : grouped(row.square_feet);
    case 'stage':
      return row.deal?.stage ?? null;
    case 'assigned_to':
      return row.deal && (row.deal.assigned_to ?? 'Unassigned');
    case 'next_step':
      return stepWords(row.deal);
    case 'tags':
      return row.deal?.tags ?? null;
    default:
      return row[column];
  }
}

/** 'Call the owner, Nov 21, 2026': the step, its day, or both. */
function stepWords(deal: PropertyRow['deal']): string | null {
  if (!deal) return null;
  return [deal.next_step, deal.next_step_on && calendarDay(deal.next_step_on)].filter(Boolean).join(', ') || null;
}
