import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

interface VirtualRowsOptions {
  /** Number of loaded items. */
  readonly items: number;
  /** Whether there are items that are not loaded yet. */
  readonly hasMore: boolean;
  /** Number of items side by side in a row. */
  readonly columns: number;
  /** Usual height of a row, in pixels. */
  readonly height: number;
  /** Space between rows, in pixels. */
  readonly gap?: number;
  /** A list of up to this many items is rendered whole, so that the browser's own search and print include it. */
  readonly drawnWhole: number;
  /** Rows rendered beyond the view. */
  readonly beyondView: number;
  /** The next page is requested this many rows before the end. */
  readonly askAhead: number;
  /** Requests the next page, if there is one and it is not being loaded. */
  readonly onEnd: () => void;
  /** Tells which items are in view. */
  readonly onView?: ((first: number, last: number) => void) | undefined;
}

/** Which rows of a long list to render: those in view. Requests more items while scrolling. The page scrolls, not the list. */
export function useVirtualRows<E extends HTMLElement>({
  items,
  hasMore,
  columns,
  height,
  gap = 0,
  drawnWhole,
  beyondView,
  askAhead,
  onEnd,
  onView,
}: VirtualRowsOptions) {
  const [start, setStart] = useState<E | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [offset, setOffset] = useState(0);
  const count = Math.ceil(items / columns);
  // Rows of another number of columns have other heights.
  const keyOf = useCallback((index: number) => `${columns} ${index}`, [columns]);
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler leaves this hook as it is
  const virtualizer = useVirtualizer<HTMLElement, E>({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    getItemKey: keyOf,
    gap,
    overscan: beyondView,
    scrollMargin: offset,
  });

  useLayoutEffect(() => {
    if (!start) return;
    const found = scrollerOf(start);
    setScroller(found);
    const top = found === document.documentElement ? 0 : found.getBoundingClientRect().top;
    setOffset(start.getBoundingClientRect().top - top + found.scrollTop);
  }, [start, items, columns]);

  const inView = virtualizer.getVirtualItems();
  const firstInView = inView[0]?.index ?? 0;
  const lastInView = inView.at(-1)?.index ?? 0;
  useEffect(() => {
    onView?.(firstInView * columns, (lastInView + 1) * columns - 1);
  }, [firstInView, lastInView, columns, onView]);
  useEffect(() => {
    if (count > 0 && lastInView >= count - askAhead && scroller) onEnd();
  }, [lastInView, count, askAhead, scroller, onEnd]);

  const whole = items <= drawnWhole && !hasMore;
  return {
    /** Ref of the element before the first row. */
    start: setStart,
    /** Ref of each rendered row, which also needs its number as `data-index`. */
    measure: virtualizer.measureElement,
    /** Whether all rows are rendered. */
    whole,
    /** Numbers of the rows to render. */
    drawn: whole ? Array.from({ length: count }, (_, index) => index) : inView.map(({ index }) => index),
    /** Height of the rows that are not rendered, in pixels. */
    above: whole ? 0 : (inView[0]?.start ?? offset) - offset,
    below: whole ? 0 : virtualizer.getTotalSize() - ((inView.at(-1)?.end ?? offset) - offset),
  };
}

/** The nearest scrolling ancestor. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1) return each;
  }
  return document.documentElement;
}
