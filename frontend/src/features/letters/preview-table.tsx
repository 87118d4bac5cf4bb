import { Table, Text } from '@mantine/core';
import { acres, currency, grouped } from '../../lib/format';
import { EmptyRow, type Column } from '../../ui/data-table';
import { Value } from '../../ui/value';
import { VirtualTable } from '../../ui/virtual-table';
import type { LetterPreviewRow } from './api';
import classes from './letters.module.css';
import { PriceCell } from './price-cell';
import { RowNotes } from './row-notes';
import { placeOf } from './words';

const columns: readonly Column[] = [
  { label: 'Property' },
  { label: 'Acres', numeric: true },
  { label: 'S.F.', numeric: true },
  { label: 'Appraised Value', numeric: true },
  { label: 'Market Value', numeric: true },
  { label: 'Price', numeric: true },
  { label: 'Earnest money', numeric: true },
  { label: 'Deposit', numeric: true },
  { label: 'Notes' },
];

interface PreviewTableProps {
  readonly caption: string;
  readonly projectId: string;
  readonly rows: readonly LetterPreviewRow[];
  readonly prices: Readonly<Record<string, number>>;
  readonly onPrice: (propertyId: string, price: number | null) => void;
}

const nothing = (): void => undefined;

/** What each letter would say. */
export function PreviewTable({ caption, projectId, rows, prices, onPrice }: PreviewTableProps) {
  return (
    <VirtualTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ property_id }) => property_id}
      total={rows.length}
      hasMore={false}
      onEnd={nothing}
      empty={<EmptyRow columns={columns.length}>No letter is blocked</EmptyRow>}
      row={(row, tr) => {
        const typed = prices[row.property_id];
        return (
          <Table.Tr {...tr}>
            <Table.Td>
              <div>
                <Text size="sm" fw={600} truncate title={placeOf(row)}>
                  {placeOf(row)}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {[row.city, row.owner_name].filter(Boolean).join(' · ')}
                </Text>
              </div>
            </Table.Td>
            <Amount>{acres(row.acres).replace(/ acres?$/, '')}</Amount>
            <Amount>{grouped(row.square_feet)}</Amount>
            <Amount>{currency(row.appraised_value)}</Amount>
            <Amount>{currency(row.market_value)}</Amount>
            <Table.Td className={classes.number}>
              <PriceCell
                name={placeOf(row)}
                price={typed ?? row.price}
                typed={typed !== undefined}
                onType={(price) => onPrice(row.property_id, price)}
              />
            </Table.Td>
            <Amount>{currency(row.earnest_money)}</Amount>
            <Amount>{currency(row.deposit)}</Amount>
            <Table.Td>
              <RowNotes row={row} projectId={projectId} />
            </Table.Td>
          </Table.Tr>
        );
      }}
    />
  );
}

function Amount({ children }: { readonly children: string }) {
  return (
    <Table.Td className={classes.number}>
      <Value>{children}</Value>
    </Table.Td>
  );
}
