import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import type { LetterTerm } from './api';
import { faultOf, readCondition, writeCondition, type ConditionForm } from './condition';
import { ConditionRows } from './condition-rows';
import type { Clause } from './template-schema';
import { clauseKinds } from './words';

const starts = [
  { value: 'letter_sent', label: 'The letter is sent' },
  { value: 'loi_signed', label: 'The letter is signed' },
  { value: 'psa_executed', label: 'The purchase agreement is executed' },
];

export const newClause: Clause = { id: '', title: '', kind: null, when: null, binding: false, start: null };

interface ClauseDialogProps {
  readonly clause: Clause;
  readonly terms: readonly LetterTerm[];
  readonly onPut: (clause: Clause) => void;
  /** Of a clause that is in the text. */
  readonly onRemove?: () => void;
  readonly onClose: () => void;
}

/** Title, kind and condition of a clause. */
export function ClauseDialog({ clause, terms, onPut, onRemove, onClose }: ClauseDialogProps) {
  const [edited, setEdited] = useState(clause);
  const stored = clause.when === null ? { join: 'and' as const, rows: [] } : readCondition(clause.when);
  const [condition, setCondition] = useState<ConditionForm | undefined>(stored);
  const [pressed, setPressed] = useState(false);
  const noTitle = edited.title.trim() === '';
  const faulty = condition?.rows.some((row) => faultOf(row, terms) !== undefined) ?? false;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    event.stopPropagation();
    setPressed(true);
    if (noTitle || faulty) return;
    onPut({ ...edited, title: edited.title.trim(), when: condition ? writeCondition(condition, terms) : clause.when });
  }

  return (
    <Modal opened onClose={onClose} title={onRemove ? 'Clause' : 'Make a Clause'} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Title"
            data-autofocus
            maxLength={80}
            value={edited.title}
            {...(pressed && noTitle && { error: 'Enter a title.' })}
            onChange={(event) => setEdited({ ...edited, title: event.currentTarget.value })}
          />
          <Select
            label="Kind"
            allowDeselect={false}
            data={clauseKinds}
            value={edited.kind ?? 'other'}
            onChange={(kind) => setEdited({ ...edited, kind })}
          />
          {edited.kind === 'exclusivity' && (
            <Select
              label="Its days are counted from"
              data={starts}
              value={edited.start}
              onChange={(start) => setEdited({ ...edited, start })}
            />
          )}
          <Switch
            color="ink"
            label="Binding, although the letter is not"
            checked={edited.binding}
            onChange={(event) => setEdited({ ...edited, binding: event.currentTarget.checked })}
          />
          <ConditionRows condition={condition} terms={terms} showFaults={pressed} onChange={setCondition} />
          <Group justify="space-between">
            {onRemove ? (
              <Button variant="subtle" color="red" onClick={onRemove}>
                Remove clause, keep text
              </Button>
            ) : (
              <span />
            )}
            <Group>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit">{onRemove ? 'Change' : 'Make clause'}</Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
