import { Table, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';

interface EditableCellProps {
  /** What is edited, such as 'Phone of Ann Lee'. */
  readonly label: string;
  readonly value: string;
  readonly className?: string;
  /** Whether Tab reaches it, for cells whose row has no focus of its own. */
  readonly inTabOrder?: boolean;
  /** For rows that a click opens: only Enter edits. */
  readonly byKeyOnly?: boolean;
  /** The value as it is shown. */
  readonly children: ReactNode;
  /** Saves the text; returns why it could not be saved. */
  readonly onSave: (text: string) => Promise<string | undefined>;
}

/**
 * A cell of text that Enter or a double click edits: Enter saves, Esc restores. The arrow keys reach it from its row, so that rows stay one
 * tab stop.
 */
export function EditableCell({ label, value, className, inTabOrder = false, byKeyOnly = false, children, onSave }: EditableCellProps) {
  const [draft, setDraft] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  function end(cell: Element | null): void {
    setDraft(undefined);
    setRefusal(undefined);
    if (cell instanceof HTMLElement) cell.focus();
  }

  async function save(cell: Element | null): Promise<void> {
    const text = draft?.trim() ?? '';
    if (text === value.trim()) {
      end(cell);
      return;
    }
    setSaving(true);
    const sentence = await onSave(text);
    setSaving(false);
    if (sentence === undefined) end(cell);
    else setRefusal(sentence);
  }

  function onCellKey(event: KeyboardEvent<HTMLTableCellElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') setDraft(value);
    else if (!goBeside(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onInputKey(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    const cell = event.currentTarget.closest('td');
    if (event.key === 'Escape') {
      event.preventDefault();
      end(cell);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void save(cell);
    }
  }

  const hint = byKeyOnly ? 'Enter edits: arrow keys go to the cell from its row' : 'Enter or double-click to edit';
  return (
    <Table.Td
      className={className}
      tabIndex={inTabOrder ? 0 : -1}
      data-editable
      title={draft === undefined ? hint : undefined}
      onKeyDown={onCellKey}
      onClick={draft === undefined ? undefined : (event) => event.stopPropagation()}
      onDoubleClick={byKeyOnly ? undefined : () => setDraft((before) => before ?? value)}
    >
      {draft === undefined ? (
        children
      ) : (
        <TextInput
          size="xs"
          aria-label={label}
          autoFocus
          value={draft}
          error={refusal}
          disabled={isSaving}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onInputKey}
          onBlur={() => {
            if (!isSaving && refusal === undefined) setDraft(undefined);
          }}
        />
      )}
    </Table.Td>
  );
}

/** Focuses the first cell of a row that can be edited; whether there is one. */
export function focusFirstCell(row: HTMLElement): boolean {
  const cell = row.querySelector<HTMLElement>('[data-editable]');
  cell?.focus();
  return cell !== null;
}

/** Arrow keys go to the next cell that can be edited, or back to the row, and so does Esc; whether it was one of them. */
function goBeside({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!['ArrowLeft', 'ArrowRight', 'Escape'].includes(key)) return false;
  const row = currentTarget.closest('tr');
  const cells = [...(row?.querySelectorAll<HTMLElement>('[data-editable]') ?? [])];
  const to = key === 'Escape' ? -1 : cells.indexOf(currentTarget) + (key === 'ArrowRight' ? 1 : -1);
  (cells[Math.min(to, cells.length - 1)] ?? row)?.focus();
  return true;
}
