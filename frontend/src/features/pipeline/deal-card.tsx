import { ActionIcon, Anchor, Badge, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { acresOrUnknown, calendarDay, currency } from '../../lib/format';
import { paths } from '../../lib/paths';
import { TagLine } from '../../ui/tag-line';
import type { Deal, DealStage } from './api';
import classes from './pipeline.module.css';
import { SiteOfDeal } from './site-of-deal';

interface DealCardProps {
  readonly deal: Deal;
  readonly stages: readonly DealStage[];
  /** Milliseconds. */
  readonly now: number;
  /** Whether it is the card that was moved last, which keeps the focus. */
  readonly moved: boolean;
  readonly onMove: (deal: Deal, stage: DealStage) => void;
  /** At its end. */
  readonly children?: ReactNode;
}

const day = 86_400_000;

/** A deal on the board: dragged, or moved with M; arrow keys go to the cards beside it. */
export function DealCard({ deal, stages, now, moved, onMove, children }: DealCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(false);
  const name = deal.address ?? deal.parcel_number;
  const days = Math.max(0, Math.floor((now - Date.parse(deal.since)) / day));

  useEffect(() => {
    // In its new column the card is rendered anew.
    if (moved && card.current && isFree(card.current)) card.current.focus();
  }, [moved]);

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key.toLowerCase() === 'm' && !event.ctrlKey && !event.metaKey) setOpen(true);
    else if (!focusBeside(event.currentTarget, event.key)) return;
    event.preventDefault();
  }

  return (
    <li
      ref={card}
      className={classes.card}
      data-card={deal.property_id}
      tabIndex={0}
      aria-label={name}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', deal.property_id)}
      onKeyDown={onKeyDown}
    >
      <div className={classes.top}>
        <Anchor component={Link} to={paths.property(deal.parcel_number, { project_id: deal.project_id })} size="sm" fw={600}>
          {name}
        </Anchor>
        <Menu opened={open} onChange={setOpen} position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Move ${name} to…`} title="Move to… (M)">
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Move to…</Menu.Label>
            {stages
              .filter(({ stage_id }) => stage_id !== deal.stage_id)
              .map((stage) => (
                <Menu.Item key={stage.stage_id} onClick={() => onMove(deal, stage)}>
                  {stage.name}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <Text size="sm" className="tabular">
        {deal.offer_value === null ? 'No offer yet' : currency(deal.offer_value)} · {acresOrUnknown(deal.acres)}
      </Text>
      <SiteOfDeal deal={deal} />
      <TagLine tags={deal.tags} />
      {deal.next_step && (
        <Text size="xs">
          {deal.next_step}
          {deal.next_step_on && `, ${calendarDay(deal.next_step_on)}`}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {deal.assigned_to_name ?? 'Assigned to nobody'} · {days === 1 ? '1 day' : `${days} days`} in stage
      </Text>
      {deal.stalled && (
        <Badge color="yellow" variant="light" size="sm" mt={4}>
          Stalled
        </Badge>
      )}
      {children}
    </li>
  );
}

/** Whether the focus is nowhere else: on nothing, on what the card is in, or on the card of its old column. */
function isFree(card: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || focused.contains(card)) return true;
  return focused.closest<HTMLElement>('[data-card]')?.dataset['card'] === card.dataset['card'];
}

/** Focuses the card above, below, or in the next column that has cards. Returns whether the key asks for it. */
function focusBeside(card: HTMLElement, key: string): boolean {
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return false;
  const column = card.closest('section');
  const cardsOf = (of: Element | null) => [...(of?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  const place = cardsOf(column).indexOf(card);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    cardsOf(column)[place + step]?.focus();
    return true;
  }
  let beside = column;
  do beside = (step > 0 ? beside?.nextElementSibling : beside?.previousElementSibling)?.closest('section') ?? null;
  while (beside && cardsOf(beside).length === 0);
  const cards = cardsOf(beside);
  cards[Math.min(place, cards.length - 1)]?.focus();
  return true;
}
