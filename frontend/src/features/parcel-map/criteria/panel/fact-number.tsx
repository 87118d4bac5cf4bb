import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { stepOf } from '../curve';
import { shownNumber, storedNumber, type NumberFact } from '../facts';
import { DecadeSelect } from './decade-select';

export interface FactNumberProps {
  readonly info: NumberFact;
  readonly label: string;
  /** As it is stored. */
  readonly value: number | undefined;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** Undefined when the field was emptied. */
  readonly onChange: (value: number | undefined) => void;
}

/** A number in the fact's own unit. */
export function FactNumber(props: FactNumberProps) {
  return props.info.decades ? <DecadeSelect {...props} /> : <TypedNumber {...props} />;
}

/** While it is being typed, the field shows what was typed. */
function TypedNumber({ info, label, value, error, placeholder, onChange }: FactNumberProps) {
  const [typed, setTyped] = useState<string | number>();
  const shown = typed ?? (value === undefined ? '' : shownNumber(info, value));
  return (
    <NumberInput
      label={label}
      size="xs"
      hideControls
      allowNegative={false}
      decimalScale={info.decimals}
      step={stepOf(info)}
      thousandSeparator={info.ungrouped ? '' : ','}
      {...(info.prefix !== undefined && { prefix: info.prefix })}
      {...(info.unit !== '' && { suffix: info.unit === '%' ? '%' : ` ${info.unit}` })}
      {...(placeholder !== undefined && { placeholder })}
      value={shown}
      error={error}
      onChange={(next) => {
        setTyped(next);
        onChange(typeof next === 'number' ? storedNumber(info, next) : undefined);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
