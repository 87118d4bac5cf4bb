import { SimpleGrid, useMatches } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useVirtualRows } from './use-virtual-rows';

/** Props that a card passes to its article. */
export interface CardProps {
  readonly 'aria-posinset': number;
  readonly 'aria-setsize': number;
}

interface CardListProps<T> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly cards: readonly T[];
  readonly idOf: (card: T) => string;
  /** Number of cards including those not loaded yet; null if unknown. */
  readonly total: number | null;
  /** Usual height of a card, in pixels. */
  readonly height: number;
  readonly card: (card: T, props: CardProps) => ReactNode;
  /** Requests the next page, if there is one and it is not being loaded. */
  readonly onEnd: () => void;
}

/** Cards in up to three columns. Only those in view are rendered when there are many; more are requested while scrolling. */
export function CardList<T>({ label, cards, idOf, total, height, card, onEnd }: CardListProps<T>) {
  const columns = useMatches({ base: 1, sm: 2, lg: 3 }, { getInitialValueInEffect: false });
  const { start, measure, drawn, above, below } = useVirtualRows<HTMLDivElement>({
    items: cards.length,
    columns,
    height,
    beyondView: 4,
    askAhead: 8,
    onEnd,
  });
  return (
    <div role="feed" aria-label={label}>
      <div ref={start} style={{ height: above }} />
      {drawn.map((row) => (
        <SimpleGrid key={row} ref={measure} data-index={row} cols={columns} spacing="md" pb="md">
          {cards.slice(row * columns, (row + 1) * columns).map((each, column) => (
            <Fragment key={idOf(each)}>{card(each, { 'aria-posinset': row * columns + column + 1, 'aria-setsize': total ?? -1 })}</Fragment>
          ))}
        </SimpleGrid>
      ))}
      <div style={{ height: below }} />
    </div>
  );
}
