import { useCallback, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { lastFrame, rowNear } from './row-focus';

/** Selected rows of a list, which stay selected when another search no longer lists them. */
export interface Selection<T> {
  readonly count: number;
  /** In the order of the list; rows that are not loaded come last. */
  readonly chosen: readonly T[];
  readonly has: (row: T) => boolean;
  /** Selects or deselects a row; with `range` all from the row that was last changed. */
  readonly toggle: (row: T, range?: boolean) => void;
  /** Selects these rows besides. */
  readonly add: (rows: readonly T[]) => void;
  readonly clear: () => void;
  /** How many of the loaded rows are selected. */
  readonly loaded: 'none' | 'some' | 'all';
  /** Selects all loaded rows, or none of them if all are. */
  readonly toggleLoaded: () => void;
  /**
   * Keys on a focused row or card, for `rowKeys`: Space and X select, with Shift a range, Ctrl/⌘-A the whole list; Esc deselects all; arrows go
   * to the next row; A to the actions.
   */
  readonly onRowKey: (row: T, event: KeyboardEvent<HTMLElement>) => void;
  readonly idOf: (row: T) => string;
  /** Focuses the row that was last changed, or a neighbour if it is gone; else the first row, or the list if it has none. */
  readonly focusRow: () => void;
  /** Id of the element of the bar with the actions. */
  readonly barId: string;
}

/** Selection of rows of a list. `rows` are the loaded ones; `onAll` selects the whole list, with `add`. */
export function useSelection<T>(
  rows: readonly T[],
  idOf: (row: T) => string,
  onAll?: (add: (rows: readonly T[]) => void) => unknown,
): Selection<T> {
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map());
  const anchor = useRef<string>(undefined);
  /** As the anchor, but still known when nothing is selected; in the list as it was then. */
  const last = useRef<{ readonly id: string; readonly rows: readonly T[] }>(undefined);
  const barId = useId();
  const listed = useMemo(() => new Map(rows.map((row) => [idOf(row), row])), [rows, idOf]);
  const inList = rows.filter((row) => selected.has(idOf(row)));
  const beyond = [...selected].flatMap(([id, row]) => (listed.has(id) ? [] : [row]));

  const clear = useCallback(() => {
    anchor.current = undefined;
    setSelected(new Map());
  }, []);

  const add = useCallback(
    (more: readonly T[]) => setSelected((before) => new Map([...before, ...more.map((row) => [idOf(row), row] as const)])),
    [idOf],
  );

  function toggle(row: T, range = false): void {
    const id = idOf(row);
    const on = !selected.has(id);
    const affected = range ? between(rows, idOf, anchor.current, id) : [row];
    anchor.current = id;
    last.current = { id, rows };
    setSelected((before) => {
      const next = new Map(before);
      for (const each of affected) {
        // A range extends a selection; it never deselects what lies in it.
        if (on || range) next.set(idOf(each), each);
        else next.delete(idOf(each));
      }
      return next;
    });
  }

  function toggleLoaded(): void {
    const all = inList.length === rows.length;
    setSelected((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (all) next.delete(idOf(row));
        else next.set(idOf(row), row);
      }
      return next;
    });
  }

  const focusRow = useCallback(() => {
    const near = last.current && rowNear(last.current.rows.map(idOf), last.current.id);
    (near ?? document.querySelector<HTMLElement>('[data-row]') ?? lastFrame())?.focus();
  }, [idOf]);

  function onRowKey(row: T, event: KeyboardEvent<HTMLElement>): void {
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const key = event.key.toLowerCase();
    if (key === 'a' && onAll && (event.ctrlKey || event.metaKey)) onAll(add);
    else if (!chord && (key === ' ' || key === 'x')) toggle(row, event.shiftKey);
    else if (!chord && key === 'escape' && selected.size > 0) clear();
    else if (!chord && key === 'a') document.getElementById(barId)?.querySelector('button')?.focus();
    else if (!chord && (key === 'arrowdown' || key === 'arrowup')) focusBeside(event.currentTarget, key === 'arrowdown');
    else return;
    event.preventDefault();
  }

  return {
    count: selected.size,
    chosen: [...inList, ...beyond],
    has: (row) => selected.has(idOf(row)),
    toggle,
    add,
    clear,
    loaded: inList.length === 0 ? 'none' : inList.length === rows.length ? 'all' : 'some',
    toggleLoaded,
    onRowKey,
    idOf,
    focusRow,
    barId,
  };
}

/** The rows from one to the other, both included; only the last if the first is not listed. */
function between<T>(rows: readonly T[], idOf: (row: T) => string, from: string | undefined, to: string): readonly T[] {
  const end = rows.findIndex((row) => idOf(row) === to);
  const start = rows.findIndex((row) => idOf(row) === from);
  return start < 0 ? rows.slice(end, end + 1) : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Focuses the next or previous row or card of the rendered ones. */
function focusBeside(row: HTMLElement, down: boolean): void {
  const rows = [...(row.closest('table, [role="feed"]')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const beside = rows[rows.indexOf(row) + (down ? 1 : -1)];
  beside?.focus();
  // Of a card the focus may have its link.
  (beside?.closest('article') ?? beside)?.scrollIntoView({ block: 'nearest' });
}
