import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { currency } from '../../lib/format';
import classes from './letters.module.css';
import { numberOf } from './price-rule';

interface PriceCellProps {
  /** The property. */
  readonly name: string;
  readonly price: number | null;
  /** Whether the price was typed. */
  readonly typed: boolean;
  /** Null: the rule's price again. */
  readonly onType: (price: number | null) => void;
}

/** A price that Enter or a click edits: Enter keeps it, Esc does not, and an empty field returns to the rule. */
export function PriceCell({ name, price, typed, onType }: PriceCellProps) {
  const [draft, setDraft] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setDraft(undefined);
    setWrong(false);
    setTimeout(() => button.current?.focus());
  }

  function keep(): void {
    const value = numberOf(draft ?? '');
    if (value === null || value === 0) {
      setWrong(true);
      return;
    }
    if (value !== (price ?? undefined)) onType(value ?? null);
    close();
  }

  if (draft === undefined) {
    return (
      <UnstyledButton
        ref={button}
        className={classes.price ?? ''}
        data-typed={typed || undefined}
        aria-label={`Price for ${name}: ${price === null ? 'none' : currency(price)}${typed ? ', typed' : ''}`}
        title={typed ? 'Typed. Empty it to use the rule again.' : 'Enter or click to type a price'}
        onClick={() => setDraft(price === null ? '' : String(price))}
      >
        {price === null ? (
          <Text span size="sm" c="dimmed">
            Type a price
          </Text>
        ) : (
          currency(price)
        )}
      </UnstyledButton>
    );
  }
  return (
    <TextInput
      size="xs"
      w={120}
      aria-label={`Price for ${name}`}
      inputMode="decimal"
      value={draft}
      error={wrong}
      ref={(field) => {
        if (!field || document.activeElement === field) return;
        field.focus();
        field.select();
      }}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        keep();
      }}
    />
  );
}
