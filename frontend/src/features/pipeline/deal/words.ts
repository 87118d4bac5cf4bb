import { calendarDay, dateTime } from '../../../lib/format';
import type { DealEdit, DealSpan, Offer } from './api';

/** Shown where a value is unknown or was cleared. */
export const unknown = '—';

type Fact = 'assigned_to' | 'next_step' | 'offer_value' | 'contact' | 'drop_reason';

/** Facts that a stage can require, and where they are entered. */
export const whereToEnter: Readonly<Record<Fact, string>> = {
  assigned_to: 'Assigned to: choose a person above.',
  next_step: 'Next step: enter it below.',
  offer_value: 'Offer value: enter it under Valuation.',
  contact: 'Contact: add one under Ownership.',
  drop_reason: 'Reason: enter it when you move the deal.',
};

const dayLength = 86_400_000;

/** Whole days from one time to another, as words. */
export function daysWords(since: string, until: number): string {
  const days = Math.max(0, Math.floor((until - Date.parse(since)) / dayLength));
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`;
}

/** 'Nov 3, 2026, 2:05 PM – now'. */
export const spanWords = ({ since, until }: DealSpan): string => `${dateTime(since)} – ${until ? dateTime(until) : 'now'}`;

/** Why a deal came to a stage, and by whom. */
export function causeWords({ cause, actor_name }: Pick<DealSpan, 'cause' | 'actor_name'>): string {
  const by = actor_name ? ` by ${actor_name}` : '';
  switch (cause) {
    case 'added':
      return `Added to the project${by}`;
    case 'person':
      return `Moved${by}`;
    case 'mail':
      return `Moved by an e-mail${actor_name ? ` of ${actor_name}` : ''}`;
    case 'letter':
      return `Moved by a letter${actor_name ? ` of ${actor_name}` : ''}`;
    case 'stage_removed':
      return `Moved because its stage was removed${by}`;
  }
}

type FieldChange = DealEdit['changes'][number];

const fieldNames: Readonly<Record<string, string>> = {
  stage: 'Stage',
  assigned_to: 'Assigned to',
  next_step: 'Next step',
  next_step_on: 'Next step on',
  drop_reason: 'Reason',
  tags: 'Tags',
};

/** 'Next step: Call → Visit'. */
export function changeWords({ field, before, after }: FieldChange): string {
  const shown = (value: string | null) => (value === null ? unknown : field === 'next_step_on' ? calendarDay(value) : value);
  return `${fieldNames[field] ?? field}: ${shown(before)} → ${shown(after)}`;
}

/** Where an offer comes from. */
export const basisWords: Readonly<Record<Offer['basis'], string>> = {
  rule: 'By a price rule',
  manual: 'Typed',
  formula: 'By the formula',
  letter: 'By a letter',
  counter: 'Counter-offer',
  comps: 'From comparable sales',
};
