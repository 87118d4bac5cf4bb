import { Checkbox } from '@mantine/core';
import type { Selection } from './use-selection';

interface SelectBoxProps<T> {
  readonly selection: Selection<T>;
  readonly row: T;
  /** What the row is, such as its address. */
  readonly name: string;
}

/** The checkbox of a row; Shift-click selects a range. A click does not reach the row. */
export function SelectBox<T>({ selection, row, name }: SelectBoxProps<T>) {
  return (
    <Checkbox
      size="sm"
      aria-label={`Select ${name}`}
      checked={selection.has(row)}
      onChange={(event) => selection.toggle(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

interface SelectLoadedProps<T> {
  readonly selection: Selection<T>;
  /** The rows, such as 'properties'. */
  readonly many: string;
}

/** The checkbox of a heading: all loaded rows. */
export function SelectLoaded<T>({ selection, many }: SelectLoadedProps<T>) {
  return (
    <Checkbox
      size="sm"
      aria-label={`Select all loaded ${many}`}
      checked={selection.loaded === 'all'}
      indeterminate={selection.loaded === 'some'}
      onChange={selection.toggleLoaded}
    />
  );
}
