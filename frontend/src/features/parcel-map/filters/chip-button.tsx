import { CloseButton, Popover, Text, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { PopoverPanel } from '../../../ui/popover-panel';
import type { ParcelCount } from './api';
import { ChipForm } from './chip-form';
import { wordsOf, type Chip, type ChipValue } from './chips';
import { countWords } from './count-words';
import classes from './filters.module.css';

interface Props {
  readonly chip: Chip;
  readonly value: ChipValue | undefined;
  /** Of the parcels in view that match this chip alone. */
  readonly count: ParcelCount | undefined;
  readonly middle: () => { readonly lon: number; readonly lat: number } | undefined;
  readonly onChange: (value: ChipValue | undefined) => void;
}

/** A filter: what is wanted and how many parcels match it; opens its form. */
export function ChipButton({ chip, value, count, middle, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  const isSet = value !== undefined;
  return (
    <div className={classes.chip} data-set={isSet || undefined}>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-start"
        // Never to the other side of the chip, which is out of the list.
        middlewares={{ flip: { crossAxis: false } }}
        shadow="md"
        width={280}
        closeOnEscape={false}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <UnstyledButton
            ref={name}
            className={classes.name ?? ''}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          >
            <Text component="span" size="sm" fw={isSet ? 600 : 400}>
              {chip.label}
            </Text>{' '}
            {isSet && (
              <Text component="span" size="sm">
                {wordsOf(chip, value)}
              </Text>
            )}{' '}
            {isSet && count && (
              <Text component="span" size="xs" c="dimmed" className="tabular">
                {countWords(count)}
              </Text>
            )}
          </UnstyledButton>
        </Popover.Target>
        <PopoverPanel aria-label={chip.label}>
          <ChipForm
            chip={chip}
            value={value}
            middle={middle}
            onChange={(next) => {
              onChange(next);
              setOpen(false);
            }}
          />
        </PopoverPanel>
      </Popover>
      {isSet && (
        <CloseButton
          size={24}
          aria-label={`Without ${chip.label}`}
          onClick={() => {
            // This button goes; the chip stays.
            name.current?.focus();
            onChange(undefined);
          }}
        />
      )}
    </div>
  );
}
