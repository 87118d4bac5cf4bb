import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import type { LetterTerm } from './api';
import type { Field } from './template-schema';
import { groupedTerms } from './words';

interface FieldDialogProps {
  readonly terms: readonly LetterTerm[];
  /** The field that is changed; undefined: a new one. */
  readonly field: Field | undefined;
  readonly onPut: (field: Field) => void;
  readonly onClose: () => void;
}

/** Chooses a merge field and how it reads. */
export function FieldDialog({ terms, field, onPut, onClose }: FieldDialogProps) {
  const [name, setName] = useState<string | null>(field?.term ?? null);
  const [format, setFormat] = useState<string | null>(field?.fmt ?? null);
  const term = terms.find((each) => each.name === name);
  const [usual] = term?.formats ?? [];

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (term) onPut({ term: term.name, fmt: format === usual?.name ? null : format });
  }

  return (
    <Modal opened onClose={onClose} title={field ? 'Change Field' : 'Insert Field'}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Select
            label="Field"
            data-autofocus
            searchable
            nothingFoundMessage="No such field"
            data={groupedTerms(terms)}
            value={name}
            onChange={(chosen) => {
              setName(chosen);
              setFormat(null);
            }}
          />
          {term && (
            <Select
              label="Format"
              allowDeselect={false}
              data={term.formats.map((each) => ({ value: each.name, label: each.sample.replaceAll('\n', ', ') || each.name }))}
              value={format ?? usual?.name ?? null}
              onChange={setFormat}
            />
          )}
          {term && (
            <Text size="sm" c="dimmed">
              {term.otherwise === null
                ? 'A letter cannot be made without it.'
                : term.otherwise === ''
                  ? 'Without a value the letter says nothing.'
                  : `Without a value the letter says “${term.otherwise}”.`}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!term}>
              {field ? 'Change' : 'Insert'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
