import { SimpleGrid, Text, TextInput } from '@mantine/core';
import type { LetterTerm } from './api';

interface TermsFormProps {
  readonly terms: readonly LetterTerm[];
  readonly values: Readonly<Record<string, string>>;
  /** The server's sentences, by field. */
  readonly faults: Readonly<Record<string, string>>;
  readonly readOnly: boolean;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

const units: Readonly<Record<string, string>> = { percent: '%', money: '$', flag: 'yes or no' };

/** Default terms of a template. */
export function TermsForm({ terms, values, faults, readOnly, onChange }: TermsFormProps) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        What letters of this template say unless a letter has its own value. Empty fields take the usual one.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {terms
          .filter((term) => term.has_default)
          .map(({ name, label, type, otherwise }) => (
            <TextInput
              key={name}
              label={units[type] ? `${label} (${units[type]})` : label}
              placeholder={otherwise ?? 'None'}
              readOnly={readOnly}
              value={values[name] ?? ''}
              error={faults[`terms.${name}`]}
              onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
      </SimpleGrid>
    </>
  );
}
