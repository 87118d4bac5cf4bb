import { Table } from '@mantine/core';
import { memo, useRef, type ReactNode, type Ref } from 'react';
import { DataTable, type Column, type Sorting } from './data-table';
import { useRowFocus } from './row-focus';
import { useVirtualRows } from './use-virtual-rows';

/** Props that a row passes to its `Table.Tr`. */
export interface RowProps {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly 'data-index': number;
  readonly 'aria-rowindex': number;
}

interface VirtualTableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly sorting?: Sorting | undefined;
  readonly rows: readonly T[];
  /** The row's key, which is the `data-row` of its element too. */
  readonly keyOf: (row: T) => string;
  /** Number of rows including those not loaded yet; null if unknown. */
  readonly total: number | null;
  /** Whether there are rows that are not loaded yet. */
  readonly hasMore: boolean;
  readonly row: (row: T, props: RowProps) => ReactNode;
  /** Shown in the table when there are no rows. */
  readonly empty?: ReactNode;
  /** Requests the next page, if there is one and it is not being loaded. */
  readonly onEnd: () => void;
  /** Tells which rows are in view. */
  readonly onView?: (first: number, last: number) => void;
}

/** A table that renders only the rows in view when there are many, and requests more while scrolling. */
export function VirtualTable<T>({
  caption,
  columns,
  sorting,
  rows,
  keyOf,
  total,
  hasMore,
  row,
  empty,
  onEnd,
  onView,
}: VirtualTableProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const frameProps = useRowFocus(frame, rows, keyOf);
  const { start, measure, whole, drawn, above, below } = useVirtualRows<HTMLTableRowElement>({
    items: rows.length,
    hasMore,
    columns: 1,
    height: 41,
    drawnWhole: 100,
    beyondView: 15,
    askAhead: 40,
    onEnd,
    onView,
  });
  return (
    <DataTable
      caption={caption}
      columns={columns}
      sorting={sorting}
      rowCount={whole ? undefined : (total ?? -1)}
      frame={{ ref: frame, props: frameProps }}
    >
      <Spacer ref={start} height={above} columns={columns.length} />
      {drawn.map((index) => {
        const each = rows[index];
        return (
          each && (
            <DrawnRow
              key={keyOf(each)}
              each={each}
              index={index}
              measure={measure}
              row={row as (each: unknown, props: RowProps) => ReactNode}
            />
          )
        );
      })}
      <Spacer height={below} columns={columns.length} />
      {rows.length === 0 && empty}
    </DataTable>
  );
}

interface DrawnRowProps {
  readonly each: unknown;
  readonly index: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
  readonly row: (each: unknown, props: RowProps) => ReactNode;
}

/** A row that is not rendered again while others come and go at the edges of the view. */
const DrawnRow = memo(function DrawnRow({ each, index, measure, row }: DrawnRowProps) {
  return row(each, { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 });
});

interface SpacerProps {
  readonly ref?: Ref<HTMLTableRowElement>;
  readonly height: number;
  readonly columns: number;
}

/** Takes the space of rows that are not rendered. */
function Spacer({ ref, height, columns }: SpacerProps) {
  return (
    <Table.Tr ref={ref ?? null} aria-hidden data-spacer>
      <Table.Td colSpan={columns} style={{ height }} />
    </Table.Tr>
  );
}
