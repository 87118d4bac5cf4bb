import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { DataTable, type Column, type Sorting } from './data-table';

/** Up to this many rows are all rendered, so that the browser's own search and print include them. */
const drawnWhole = 100;
const rowsBeyondView = 15;
/** The next page is requested this many rows before the end. */
const askAhead = 40;
const usualHeight = 41;

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
  /** Number of rows including those not loaded yet; null if unknown. */
  readonly total: number | null;
  readonly row: (row: T, props: RowProps) => ReactNode;
  /** Shown in the table when there are no rows. */
  readonly empty?: ReactNode;
  /** Requests the next page, if there is one and it is not being loaded. */
  readonly onEnd: () => void;
}

/** A table that renders only the rows in view when there are many, and requests more while scrolling. The page scrolls, not the table. */
export function VirtualTable<T>({ caption, columns, sorting, rows, total, row, empty, onEnd }: VirtualTableProps<T>) {
  const start = useRef<HTMLTableRowElement>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [offset, setOffset] = useState(0);
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler leaves this component as it is
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeight,
    overscan: rowsBeyondView,
    scrollMargin: offset,
  });

  useLayoutEffect(() => {
    const found = scrollerOf(start.current);
    setScroller(found);
    const top = found === document.documentElement ? 0 : found.getBoundingClientRect().top;
    if (start.current) setOffset(start.current.getBoundingClientRect().top - top + found.scrollTop);
  }, [rows.length, sorting?.by]);

  const items = virtualizer.getVirtualItems();
  const lastInView = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastInView >= rows.length - askAhead && scroller) onEnd();
  }, [lastInView, rows.length, scroller, onEnd]);

  const whole = rows.length <= drawnWhole;
  const drawn = whole ? rows.map((_, index) => index) : items.map(({ index }) => index);
  const above = whole ? 0 : (items[0]?.start ?? offset) - offset;
  const below = whole ? 0 : virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);

  return (
    <DataTable caption={caption} columns={columns} sorting={sorting} rowCount={whole ? undefined : (total ?? -1)}>
      <Spacer ref={start} height={above} columns={columns.length} />
      {drawn.map((index) => {
        const each = rows[index];
        return each && row(each, { ref: virtualizer.measureElement, 'data-index': index, 'aria-rowindex': index + 2 });
      })}
      <Spacer height={below} columns={columns.length} />
      {rows.length === 0 && empty}
    </DataTable>
  );
}

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

/** The nearest scrolling ancestor. */
function scrollerOf(element: HTMLElement | null): HTMLElement {
  for (let each = element?.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1) return each;
  }
  return document.documentElement;
}
