import { Select } from '@mantine/core';
import { decadeOf } from '../facts';
import type { FactNumberProps } from './fact-number';

/** Of simulations, which are of a hundred years at most. */
const decades = Array.from({ length: 13 }, (_, index) => decadeOf(new Date().getFullYear()) + 10 * (index - 1));

/** A decade by its first year; without one if the field has a placeholder. */
export function DecadeSelect({ label, value, error, placeholder, onChange }: Omit<FactNumberProps, 'info'>) {
  const shown = value === undefined ? undefined : decadeOf(value);
  const known = shown === undefined || decades.includes(shown) ? decades : [...decades, shown].sort((a, b) => a - b);
  return (
    <Select
      label={label}
      size="xs"
      clearable={placeholder !== undefined}
      allowDeselect={false}
      {...(placeholder !== undefined && { placeholder })}
      data={known.map((decade) => ({ value: String(decade), label: `${decade}s` }))}
      value={shown === undefined ? null : String(shown)}
      error={error}
      onChange={(decade) => onChange(decade === null ? undefined : Number(decade))}
    />
  );
}
