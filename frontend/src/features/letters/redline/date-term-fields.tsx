import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import type { DateField } from './use-date-terms';

/** A field for each date term; for one that the text has lost, the question whether the letter has none. */
export function DateTermFields({ fields }: { readonly fields: readonly DateField[] }) {
  if (fields.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {fields.map(({ term: { term, label, is_time }, value, said, isGone, isDropped, error, onValue, onDrop }) =>
        isGone ? (
          <Checkbox
            key={term}
            label={`The letter says nothing of: ${label}`}
            description="Its field is gone from the text. Without it no date follows from this term."
            checked={isDropped}
            error={error}
            onChange={(event) => onDrop(event.currentTarget.checked)}
          />
        ) : (
          <TextInput
            key={term}
            label={label}
            description={said ? `The document says “${said.text}”.` : 'Words and figure in the text follow from it.'}
            {...(is_time ? { type: 'datetime-local' } : { inputMode: 'numeric' })}
            value={value}
            error={error}
            onChange={(event) => onValue(event.currentTarget.value)}
          />
        ),
      )}
    </SimpleGrid>
  );
}
