import { SimpleGrid, useMatches } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import classes from './card-list.module.css';
import { useRowFocus } from './row-focus';
import { useVirtualRows } from './use-virtual-rows';

/** Props that a card passes to its article. */
export interface CardProps {
  readonly 'aria-posinset': number;
  readonly 'aria-setsize': number;
}

/** Space between cards, in pixels. */
const gap = 16;

interface CardListProps<T> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly cards: readonly T[];
  /** The card's key, which is the `data-row` of its element too. */
  readonly idOf: (card: T) => string;
  /** Number of cards including those not loaded yet; null if unknown. */
  readonly total: number | null;
  /** Whether there are cards that are not loaded yet. */
  readonly hasMore: boolean;
  /** Usual height of a card, in pixels. */
  readonly height: number;
  readonly card: (card: T, props: CardProps) => ReactNode;
  /** Shown when there are no cards. */
  readonly empty?: ReactNode;
  /** Requests the next page, if there is one and it is not being loaded. */
  readonly onEnd: () => void;
  /** Tells which cards are in view. */
  readonly onView?: (first: number, last: number) => void;
}

/** Cards in up to three columns. Only those in view are rendered when there are many; more are requested while scrolling. */
export function CardList<T>({ label, cards, idOf, total, hasMore, height, card, empty, onEnd, onView }: CardListProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const frameProps = useRowFocus(frame, cards, idOf);
  const columns = useMatches({ base: 1, sm: 2, lg: 3 }, { getInitialValueInEffect: false });
  const { start, measure, drawn, above, below } = useVirtualRows<HTMLDivElement>({
    items: cards.length,
    hasMore,
    columns,
    height,
    gap,
    // A hundred cards take 300 ms.
    drawnWhole: 30,
    beyondView: 2,
    askAhead: 8,
    onEnd,
    onView,
  });
  return (
    <div ref={frame} tabIndex={-1} {...frameProps}>
      {cards.length === 0 ? (
        empty
      ) : (
        <div role="feed" aria-label={label}>
          <div ref={start} style={{ height: above }} />
          {/* One grid for all rows: a card that moves to another row keeps its state, such as an open menu. */}
          <SimpleGrid cols={columns} spacing={gap} pb={gap}>
            {drawn.flatMap((row) =>
              cards.slice(row * columns, (row + 1) * columns).map((each, column) => (
                <div
                  key={idOf(each)}
                  className={classes.cell ?? ''}
                  data-index={row}
                  ref={column === 0 ? (element) => measure(element) : null}
                >
                  {card(each, { 'aria-posinset': row * columns + column + 1, 'aria-setsize': total ?? -1 })}
                </div>
              )),
            )}
          </SimpleGrid>
          <div style={{ height: below }} />
        </div>
      )}
    </div>
  );
}
