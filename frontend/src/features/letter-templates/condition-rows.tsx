import { ActionIcon, Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { LetterTerm } from './api';
import { faultOf, maxRows, needsValue, operators, operatorsOf, type ConditionForm, type ConditionRow } from './condition';
import { groupedTerms } from './words';

interface ConditionRowsProps {
  /** Undefined: it is deeper than rows can show. */
  readonly condition: ConditionForm | undefined;
  readonly terms: readonly LetterTerm[];
  readonly showFaults: boolean;
  readonly onChange: (condition: ConditionForm) => void;
}

const empty: ConditionRow = { term: '', op: 'is_set', value: '' };

/** When a clause belongs to a letter. */
export function ConditionRows({ condition, terms, showFaults, onChange }: ConditionRowsProps) {
  if (!condition) {
    return (
      <Group>
        <Text size="sm">The condition of this clause is nested and stays as it is.</Text>
        <Button variant="default" size="compact-sm" onClick={() => onChange({ join: 'and', rows: [] })}>
          Replace it
        </Button>
      </Group>
    );
  }
  const { join, rows } = condition;
  const set = (index: number, row: ConditionRow): void => onChange({ join, rows: rows.map((each, at) => (at === index ? row : each)) });
  return (
    <div role="group" aria-label="Condition">
      <Text size="sm" fw={500} mb={6}>
        {rows.length === 0 ? 'In every letter' : 'Only in letters where'}
      </Text>
      {rows.map((row, index) => (
        <Row
          // Rows have no identity besides their place.
          key={index}
          number={index + 1}
          row={row}
          terms={terms}
          fault={showFaults ? faultOf(row, terms) : undefined}
          onChange={(changed) => set(index, changed)}
          onRemove={() => onChange({ join, rows: rows.filter((_, at) => at !== index) })}
        />
      ))}
      <Group gap="sm">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length >= maxRows}
          onClick={() => onChange({ join, rows: [...rows, empty] })}
        >
          Add condition
        </Button>
        {rows.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="How conditions are joined"
            data={[
              { value: 'and', label: 'All of them' },
              { value: 'or', label: 'Any of them' },
            ]}
            value={join}
            onChange={(chosen) => onChange({ join: chosen === 'or' ? 'or' : 'and', rows })}
          />
        )}
      </Group>
    </div>
  );
}

interface RowProps {
  readonly number: number;
  readonly row: ConditionRow;
  readonly terms: readonly LetterTerm[];
  readonly fault: string | undefined;
  readonly onChange: (row: ConditionRow) => void;
  readonly onRemove: () => void;
}

function Row({ number, row, terms, fault, onChange, onRemove }: RowProps) {
  const type = terms.find(({ name }) => name === row.term)?.type ?? 'text';
  const allowed = operatorsOf(type);
  return (
    <Group gap="xs" mb="xs" align="flex-start">
      <Select
        aria-label={`Field of condition ${number}`}
        placeholder="Field"
        searchable
        flex="1 1 160px"
        data={groupedTerms(terms)}
        value={row.term || null}
        {...(fault !== undefined && { error: fault })}
        onChange={(term) => {
          const next = terms.find(({ name }) => name === term)?.type ?? 'text';
          onChange({ term: term ?? '', op: operatorsOf(next).includes(row.op) ? row.op : 'is_set', value: '' });
        }}
      />
      <Select
        aria-label={`Operator of condition ${number}`}
        flex="1 1 130px"
        allowDeselect={false}
        data={allowed.map((op) => ({ value: op, label: operators[op] }))}
        value={row.op}
        onChange={(op) => op !== null && onChange({ ...row, op })}
      />
      {needsValue(row.op) && (
        <TextInput
          aria-label={`Value of condition ${number}`}
          flex="1 1 120px"
          placeholder={row.op === 'in' || row.op === 'not_in' ? 'A, B, C' : type === 'flag' ? 'yes or no' : 'Value'}
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove condition ${number}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
