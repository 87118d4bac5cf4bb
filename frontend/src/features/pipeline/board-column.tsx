import { Button, Text, Title } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { dealsQuery } from '../../api/queries/deals';
import { currency, grouped } from '../../lib/format';
import { QueryFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { keyOfDeal, type Deal, type DealStage } from './api';
import { DealCard } from './deal-card';
import classes from './pipeline.module.css';

interface BoardColumnProps {
  readonly projectId: string;
  readonly stage: DealStage;
  readonly stages: readonly DealStage[];
  /** Sum of the known offers; null if none is known. */
  readonly sum: number | null;
  readonly now: number;
  /** The property whose deal was moved last. */
  readonly moved: string | undefined;
  readonly onMove: (deal: Deal, stage: DealStage) => void;
  readonly onDrop: (propertyId: string, stage: DealStage) => void;
  readonly standing: ((deal: Deal) => ReactNode) | undefined;
}

/** A stage with its deals, page by page. */
export function BoardColumn({ projectId, stage, stages, sum, now, moved, onMove, onDrop, standing }: BoardColumnProps) {
  const deals = usePages(dealsQuery({ project_id: projectId, stage_id: stage.stage_id }), (page) => page.deals, keyOfDeal);
  const [over, setOver] = useState(false);
  const cards = useRef<HTMLUListElement>(null);
  /** The last card when 'Show more' was pressed, until the focus leaves it. */
  const pressedAfter = useRef<string>(undefined);
  const { rows, hasMore, onEnd } = deals;

  useLayoutEffect(() => {
    // The last press takes the button away: the first card that it brought takes the focus.
    if (hasMore || pressedAfter.current === undefined || document.activeElement !== document.body) return;
    const all = [...(cards.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const before = all.findIndex(({ dataset }) => dataset['card'] === pressedAfter.current);
    pressedAfter.current = undefined;
    (all[before + 1] ?? all.at(-1))?.focus();
  }, [hasMore]);

  function showMore(): void {
    pressedAfter.current = rows?.at(-1)?.property_id;
    onEnd();
  }

  return (
    <section
      className={classes.column}
      aria-label={stage.name}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.getData('text/plain'), stage);
      }}
    >
      <div className={classes.head}>
        <Title order={2} size="h5">
          {stage.name}
        </Title>
        <Text size="xs" c="dimmed" className="tabular">
          {rows && grouped(deals.total)}
          {sum !== null && ` · ${currency(sum)}`}
        </Text>
      </div>
      <ul ref={cards} className={classes.cards} aria-label={`Deals in ${stage.name}`}>
        <QueryFailure query={deals} sentence={sentenceOf(deals.error, 'The deals could not be loaded.')} />
        {rows?.map((deal) => (
          <DealCard key={deal.property_id} deal={deal} stages={stages} now={now} moved={deal.property_id === moved} onMove={onMove}>
            {standing?.(deal)}
          </DealCard>
        ))}
        {hasMore && (
          <li>
            <Button fullWidth size="xs" variant="subtle" onClick={showMore} onBlur={() => (pressedAfter.current = undefined)}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
