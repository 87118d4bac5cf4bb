import { Box, Table } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { EditField } from './edit-field';

interface EditedProps {
  /** What is edited, such as 'Phone of Ann Lee'. */
  readonly label: string;
  readonly value: string;
  readonly className?: string | undefined;
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
export function EditableCell(props: EditedProps) {
  const { frame, isEditing, content } = useEdited<HTMLTableCellElement>(props);
  const hint = props.byKeyOnly ? 'Enter edits: arrow keys go to the cell from its row' : 'Enter or double-click to edit';
  return (
    <Table.Td className={props.className} title={isEditing ? undefined : hint} {...frame}>
      {content}
    </Table.Td>
  );
}

/** The same on a card that is a link: arrow keys reach it from the link, and Enter edits it. */
export function EditableText(props: Omit<EditedProps, 'inTabOrder' | 'byKeyOnly'>) {
  const { frame, isEditing, content } = useEdited<HTMLDivElement>({ ...props, byKeyOnly: true });
  return (
    // The field lies on top of the link.
    <Box className={props.className} {...frame} {...(isEditing && { pos: 'relative', style: { zIndex: 1 } })}>
      {content}
    </Box>
  );
}

function useEdited<E extends HTMLElement>({ label, value, inTabOrder = false, byKeyOnly = false, children, onSave }: EditedProps) {
  const ref = useRef<E>(null);
  const [isEditing, setEditing] = useState(false);

  function end(byKey: boolean): void {
    setEditing(false);
    if (byKey) ref.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<E>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') setEditing(true);
    else if (!goBeside(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const frame = {
    ref,
    tabIndex: inTabOrder ? 0 : -1,
    'data-editable': true,
    onKeyDown,
    onClick: isEditing ? (event: MouseEvent) => event.stopPropagation() : undefined,
    onDoubleClick: byKeyOnly ? undefined : () => setEditing(true),
  };
  return { frame, isEditing, content: isEditing ? <EditField label={label} value={value} onSave={onSave} onEnd={end} /> : children };
}

/** The row or card of an element. */
const rowOf = (element: HTMLElement): HTMLElement | null => element.closest<HTMLElement>('tr, article');

const cellsOf = (row: HTMLElement | null): readonly HTMLElement[] => [...(row?.querySelectorAll<HTMLElement>('[data-editable]') ?? [])];

/** Focuses the first cell of a row that can be edited; whether there is one. */
export function focusFirstCell(row: HTMLElement): boolean {
  const [cell] = cellsOf(rowOf(row));
  cell?.focus();
  return cell !== undefined;
}

/** Arrow keys go to the next cell that can be edited, or back to the row, and so does Esc; whether it was one of them. */
function goBeside({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!['ArrowLeft', 'ArrowRight', 'Escape'].includes(key)) return false;
  const row = rowOf(currentTarget);
  const cells = cellsOf(row);
  const to = key === 'Escape' ? -1 : cells.indexOf(currentTarget) + (key === 'ArrowRight' ? 1 : -1);
  // Of a card that is a link, the link has the focus.
  (cells[Math.min(to, cells.length - 1)] ?? row?.querySelector<HTMLElement>('[data-row]') ?? row)?.focus();
  return true;
}
