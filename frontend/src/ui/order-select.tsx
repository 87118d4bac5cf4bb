import { Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Column, Sorting } from './data-table';

interface OrderSelectProps {
  readonly columns: readonly Column[];
  readonly sorting: Sorting;
}

/** On phones, where a table shows no headings to press: the orders that they give. */
export function OrderSelect({ columns, sorting: { by, onSort, plain } }: OrderSelectProps) {
  const phone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  if (!phone) return null;
  const orders = columns.flatMap(({ label, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: `${label}, ascending` },
          { value: `-${sort}`, label: `${label}, descending` },
        ],
  );
  return (
    <Select
      label="Order"
      // The list may be sorted by a column that it does not show.
      placeholder="By another column"
      allowDeselect={false}
      mb="sm"
      data={plain ? [{ value: plain.by, label: plain.label }, ...orders] : orders}
      value={by}
      onChange={(chosen) => {
        if (chosen !== null) onSort(chosen);
      }}
    />
  );
}
