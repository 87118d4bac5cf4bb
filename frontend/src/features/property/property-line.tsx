import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { IconBuilding, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { acres, currency } from '../../lib/format';
import { siteWords } from '../../lib/site';
import { CountyEntry } from '../../ui/county-entry';
import { EditableCell } from '../../ui/editable-cell';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import { TagLine } from '../../ui/tag-line';
import type { Selection } from '../../ui/use-selection';
import { Value } from '../../ui/value';
import type { RowProps } from '../../ui/virtual-table';
import type { PropertyRow } from './api';
import { moreColumns, shownIn, type PropertyColumn } from './properties-view';
import classes from './property.module.css';
import { SiteImage } from './site-image';
import type { CellField } from './use-edit-cell';

interface PropertyLineProps {
  readonly row: PropertyRow;
  /** After those of the specification. */
  readonly columns: readonly PropertyColumn[];
  readonly selection: Selection<PropertyRow>;
  readonly tr: RowProps;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
  /** Saves a value as typed; returns why it could not be saved. `name` is what was edited, such as 'Total Value of 12 Elm St'. */
  readonly onEdit: (field: CellField, text: string, name: string) => Promise<string | undefined>;
  readonly onEditDeal: EditDeal | undefined;
  /** Under the address. */
  readonly standing: ReactNode;
}

/** Saves a text of the property's deal, likewise. */
export type EditDeal = (row: PropertyRow, field: DealField, text: string, name: string) => Promise<string | undefined>;

/** Further columns that are fields of the deal and typed. */
type DealField = Extract<PropertyColumn, 'tags' | 'next_step'>;

type EditedField = Extract<CellField, 'total_value' | 'appraised_value' | 'property_name' | 'square_feet'>;

/** A property in the list: a click or Enter opens it; the right arrow goes to the cells that Enter edits. */
export function PropertyLine({ row, tr, columns, selection, onOpen, onRemove, onEdit, onEditDeal, standing }: PropertyLineProps) {
  const city = [row.city, row.zip].filter(Boolean).join(' ');
  const place = [city, row.parcel_count > 1 && siteWords(row.parcel_count)].filter(Boolean).join(' · ');
  const name = row.address ?? row.parcel_number;
  const cell = (field: EditedField, label: string, shown: string | null) => (
    <EditableCell
      key={field}
      label={`${label} of ${name}`}
      value={row[field]?.toString() ?? ''}
      className={field.endsWith('_value') ? classes.number : undefined}
      byKeyOnly
      onSave={(text) => onEdit(field, text, `${label} of ${name}`)}
    >
      <Value>{shown}</Value>
    </EditableCell>
  );
  return (
    <Table.Tr
      {...tr}
      className={classes.row}
      data-selected={selection.has(row) || undefined}
      onClick={onOpen}
      {...rowKeys({ selection, row, onOpen })}
    >
      <Table.Td w={96} className={classes.thumb}>
        <SelectBox selection={selection} row={row} name={name} />
        <SiteImage path={row.image_path} alt="" otherwise={<IconBuilding size={24} aria-hidden opacity={0.5} />} />
      </Table.Td>
      <Table.Td>
        <div style={{ paddingBlock: 4 }}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {place}
          </Text>
          {!columns.includes('tags') && <TagLine tags={row.deal?.tags} />}
          {standing}
        </div>
      </Table.Td>
      <Table.Td className={classes.number}>
        <Value>{row.year_built}</Value>
      </Table.Td>
      <Table.Td>
        <CountyEntry entry={row.parcel_value_type} />
      </Table.Td>
      {cell('total_value', 'Total Value', currency(row.total_value))}
      {cell('appraised_value', 'Appraised Value', currency(row.appraised_value))}
      <Table.Td className={classes.number}>
        <Value>{acres(row.acres)}</Value>
      </Table.Td>
      <Table.Td w={48}>
        <Tooltip label="Remove from project">
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              onRemove();
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
      {columns.map((column) => {
        const shown = shownIn(column, row);
        if (column === 'property_name' || column === 'square_feet') return cell(column, moreColumns[column], shown);
        if (onEditDeal && row.deal && (column === 'tags' || column === 'next_step')) {
          const label = `${moreColumns[column]} of ${name}`;
          return (
            <EditableCell
              key={column}
              label={label}
              value={row.deal[column] ?? ''}
              byKeyOnly
              onSave={(text) => onEditDeal(row, column, text, label)}
            >
              <Value>{shown}</Value>
            </EditableCell>
          );
        }
        return (
          <Table.Td key={column}>
            <Value>{shown}</Value>
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
