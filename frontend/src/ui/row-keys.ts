import type { KeyboardEvent } from 'react';
import { focusFirstCell } from './editable-cell';
import type { Selection } from './use-selection';

interface RowKeys<T> {
  readonly selection: Selection<T>;
  readonly row: T;
  /** Enter; absent for a link, which the browser follows. */
  readonly onOpen?: () => void;
  /** E; absent where names are not edited. */
  readonly onRename?: () => void;
}

/**
 * Props of the element of a row or card that has the focus: Enter opens it, E edits its name, the right arrow goes to its cells, and the
 * selection has the other keys.
 */
export function rowKeys<T>({ selection, row, onOpen, onRename }: RowKeys<T>) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Enter' && onOpen) onOpen();
    else if (event.key.toLowerCase() === 'e' && !chord && onRename) {
      event.preventDefault();
      onRename();
    } else if (event.key === 'ArrowRight' && focusFirstCell(event.currentTarget)) event.preventDefault();
    else selection.onRowKey(row, event);
  }
  return { tabIndex: 0, 'data-row': selection.idOf(row), onKeyDown };
}
