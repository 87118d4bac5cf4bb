import { NativeSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Fold } from '../../ui/fold';
import type { LetterBatch, LetterInput } from './api';

type TermInput = NonNullable<LetterBatch['terms']>[string];
export type TypedTerms = Readonly<Record<string, TermInput>>;

interface LetterTermsProps {
  readonly inputs: readonly LetterInput[];
  readonly values: TypedTerms;
  /** The server's sentences, by term. */
  readonly faults: Readonly<Record<string, string>>;
  /** Undefined takes the usual value again. */
  readonly onChange: (term: string, value: TermInput | undefined) => void;
}

/** Terms that are typed once for all letters: open when a letter lacks one or a value is wrong. */
export function LetterTerms({ inputs, values, faults, onChange }: LetterTermsProps) {
  if (inputs.length === 0) return null;
  return (
    <Fold title="Terms of all letters" needed={inputs.some(({ name, lacking }) => lacking || faults[name])}>
      {() => (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} maw={860}>
          {inputs.map((input) => (
            <TermField
              key={input.name}
              input={input}
              value={values[input.name]}
              fault={faults[input.name]}
              onChange={(value) => onChange(input.name, value)}
            />
          ))}
        </SimpleGrid>
      )}
    </Fold>
  );
}

interface TermFieldProps {
  readonly input: LetterInput;
  readonly value: TermInput | undefined;
  readonly fault: string | undefined;
  readonly onChange: (value: TermInput | undefined) => void;
}

function TermField({ input: { label, type, otherwise, lacking }, value, fault, onChange }: TermFieldProps) {
  const text = typeof value === 'string' ? value : '';
  const field = {
    label: type === 'money' ? `${label} ($)` : label,
    error: fault ?? (lacking && value === undefined ? 'The letters need it.' : undefined),
  };
  if (type === 'local_datetime') return <LocalTime {...field} value={value} onChange={onChange} />;
  if (type === 'flag') {
    return (
      <Select
        {...field}
        data={['yes', 'no']}
        placeholder={otherwise ?? 'None'}
        value={text || null}
        clearable
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    );
  }
  return (
    <TextInput
      {...field}
      {...(type === 'date' && { type: 'date' })}
      placeholder={otherwise ?? 'None'}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** Zones of the United States, as letters name them. */
const zones = [
  { value: 'America/New_York', label: 'Eastern Time' },
  { value: 'America/Chicago', label: 'Central Time' },
  { value: 'America/Denver', label: 'Mountain Time' },
  { value: 'America/Phoenix', label: 'Mountain Time, Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific Time' },
  { value: 'America/Anchorage', label: 'Alaska Time' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time' },
  { value: 'America/Puerto_Rico', label: 'Atlantic Time' },
];

function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return zones.some(({ value }) => value === timeZone) ? timeZone : 'America/Chicago';
}

interface LocalTimeProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly value: TermInput | undefined;
  readonly onChange: (value: TermInput | undefined) => void;
}

/** A time of the clock with the zone that it is read in. */
function LocalTime({ label, error, value, onChange }: LocalTimeProps) {
  const typed = typeof value === 'object' ? (value.value as { readonly at: string; readonly zone: string }) : undefined;
  const [zone, setZone] = useState(typed?.zone ?? ownZone);
  const say = (at: string, chosen: string): void =>
    onChange(at ? { type: 'local_datetime', value: { at: `${at}:00`, zone: chosen } } : undefined);
  const at = typed?.at.slice(0, 16) ?? '';
  return (
    <Stack gap={4}>
      <TextInput type="datetime-local" label={label} error={error} value={at} onChange={(event) => say(event.currentTarget.value, zone)} />
      <NativeSelect
        aria-label={`Time zone of ${label}`}
        size="xs"
        data={zones}
        value={zone}
        onChange={(event) => {
          setZone(event.currentTarget.value);
          say(at, event.currentTarget.value);
        }}
      />
    </Stack>
  );
}
