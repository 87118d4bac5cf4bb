import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** Undefined or null for an empty field. */
  readonly value: number | null | undefined;
  /** Undefined when what is typed is no number. */
  readonly onChange: (value: number | undefined) => void;
}

/**
 * A field whose value is a number. It shows what was typed as long as that means the value: '2.' is 2, and a field that showed '2' or
 * nothing instead would make 25 or 5 of '2.5'.
 */
export function NumberField({ value, onChange, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | number>(value ?? '');
  const current = value ?? undefined;
  return (
    <NumberInput
      {...input}
      value={numberOf(typed) === current ? typed : (current ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
}

interface FilledProps extends Omit<NumberFieldProps, 'value' | 'onChange' | 'onBlur'> {
  readonly value: number;
  /** The value while nothing is typed. */
  readonly otherwise: number;
  readonly onChange: (value: number) => void;
}

/** A field that always has a value: it can be emptied to type another number, and shows its value again when it is left. */
export function FilledNumberField({ value, otherwise, onChange, ...input }: FilledProps) {
  const [empty, setEmpty] = useState(false);
  return (
    <NumberField
      {...input}
      value={empty ? undefined : value}
      onChange={(next) => {
        setEmpty(next === undefined);
        onChange(next ?? otherwise);
      }}
      onBlur={() => setEmpty(false)}
    />
  );
}

function numberOf(typed: string | number): number | undefined {
  if (typeof typed === 'number') return typed;
  const number = typed.trim() === '' ? NaN : Number(typed);
  return Number.isFinite(number) ? number : undefined;
}
