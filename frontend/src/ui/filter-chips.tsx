import { Pill } from '@mantine/core';

interface FilterChipsProps<V extends string> {
  readonly chips: readonly { readonly value: V; readonly label: string }[];
  readonly onRemove: (value: V) => void;
}

/** What a list is filtered by; each can be taken out with its button. */
export function FilterChips<V extends string>({ chips, onRemove }: FilterChipsProps<V>) {
  return (
    <Pill.Group role="list" aria-label="Active filters">
      {chips.map(({ value, label }) => (
        <Pill
          key={value}
          role="listitem"
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-hidden': false, 'aria-label': `Remove the filter ${label}`, tabIndex: 0 }}
          onRemove={() => onRemove(value)}
        >
          {label}
        </Pill>
      ))}
    </Pill.Group>
  );
}
