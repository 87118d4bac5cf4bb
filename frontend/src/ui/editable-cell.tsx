import { Table } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { EditField } from './edit-field';

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
  const cell = useRef<HTMLTableCellElement>(null);
  const [editing, setEditing] = useState(false);

  function end(byKey: boolean): void {
    setEditing(false);
    if (byKey) cell.current?.focus();
  }

  function onCellKey(event: KeyboardEvent<HTMLTableCellElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') setEditing(true);
    else if (!goBeside(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const hint = byKeyOnly ? 'Enter edits: arrow keys go to the cell from its row' : 'Enter or double-click to edit';
  return (
    <Table.Td
      ref={cell}
      className={className}
      tabIndex={inTabOrder ? 0 : -1}
      data-editable
      title={editing ? undefined : hint}
      onKeyDown={onCellKey}
      onClick={editing ? (event) => event.stopPropagation() : undefined}
      onDoubleClick={byKeyOnly ? undefined : () => setEditing(true)}
    >
      {editing ? <EditField label={label} value={value} onSave={onSave} onEnd={end} /> : children}
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
