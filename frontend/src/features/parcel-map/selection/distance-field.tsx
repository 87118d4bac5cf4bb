import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { Distance, Unit } from './distance';

interface Props {
  readonly label: string;
  readonly units: readonly Unit[];
  readonly value: Distance;
  readonly error: string | undefined;
  readonly size?: 'xs' | 'sm';
  /** Whether a dialog gives it the focus. */
  readonly autofocus?: boolean;
  readonly onChange: (value: Distance) => void;
  /** Enter, or the field loses the focus. */
  readonly onLeave?: () => void;
}

const names: Readonly<Record<Unit, string>> = { ft: 'Feet', mi: 'Miles' };

/** A distance with its unit, if there is a choice of units. */
export function DistanceField({ label, units, value, error, size = 'xs', autofocus = false, onChange, onLeave }: Props) {
  const { amount, unit } = value;
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NumberInput
        label={units.length > 1 ? label : `${label}, ${names[unit].toLowerCase()}`}
        size={size}
        flex={1}
        hideControls
        allowNegative={false}
        decimalScale={2}
        thousandSeparator=","
        value={amount}
        error={error}
        {...(autofocus && { 'data-autofocus': true })}
        onChange={(next) => onChange({ amount: next, unit })}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onLeave?.();
        }}
      />
      {units.length > 1 && (
        <NativeSelect
          label="Unit"
          size={size}
          w={96}
          data={units.map((each) => ({ value: each, label: names[each] }))}
          value={unit}
          onChange={(event) => onChange({ amount, unit: event.currentTarget.value as Unit })}
        />
      )}
    </Group>
  );
}
