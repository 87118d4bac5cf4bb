import { FilledNumberField } from '../../../../ui/number-field';

interface Props {
  readonly label: string;
  /** 0 to 1. */
  readonly value: number;
  readonly error?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A part of the points, in percent. */
export function PercentInput({ label, value, error, onChange }: Props) {
  return (
    <FilledNumberField
      label={label}
      size="xs"
      hideControls
      suffix="%"
      min={0}
      max={100}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      step={10}
      value={Math.round(value * 100)}
      error={error}
      otherwise={0}
      onChange={(next) => onChange(next / 100)}
    />
  );
}
