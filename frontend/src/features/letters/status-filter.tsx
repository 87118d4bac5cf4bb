import { UnstyledButton } from '@mantine/core';
import { currency, grouped } from '../../lib/format';
import type { LetterStatus, LetterTotals } from './api';
import classes from './letters.module.css';
import { statusWords, statuses } from './words';

interface StatusFilterProps {
  readonly totals: LetterTotals;
  readonly status: LetterStatus | undefined;
  readonly onChoose: (status: LetterStatus | undefined) => void;
}

/** A button for each state that occurs, with how many letters and their sum. */
export function StatusFilter({ totals, status, onChoose }: StatusFilterProps) {
  const found = statuses.flatMap((each) => totals.by_status.filter((total) => total.status === each));
  const chip = (value: LetterStatus | undefined, label: string, count: number, price: number) => (
    <UnstyledButton
      key={label}
      className={classes.chip ?? ''}
      aria-pressed={value === status}
      aria-label={`${label}: ${grouped(count)}, ${currency(price)}`}
      onClick={() => onChoose(value)}
    >
      <span>
        {label} {grouped(count)}
      </span>
      <small>{currency(price)}</small>
    </UnstyledButton>
  );
  return (
    <div className={classes.chips} role="group" aria-label="State">
      {chip(undefined, 'All', totals.count, totals.price)}
      {found.map((total) => chip(total.status, statusWords[total.status][0], total.count, total.price))}
    </div>
  );
}
