import { Table, Text } from '@mantine/core';
import { currency, date } from '../../lib/format';
import type { Column } from '../../ui/data-table';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import type { Selection } from '../../ui/use-selection';
import { Value } from '../../ui/value';
import type { RowProps } from '../../ui/virtual-table';
import type { LetterSummary } from './api';
import classes from './letters.module.css';
import { Replaced, StatusBadge } from './status-badge';
import { placeOf } from './words';

export const letterColumns: readonly Column[] = [
  { label: 'Number' },
  { label: 'Property' },
  { label: 'Owner' },
  { label: 'Price', numeric: true },
  { label: 'Status' },
  { label: 'Made' },
  { label: 'Approved' },
  { label: 'Sent' },
];

interface LetterRowProps {
  readonly letter: LetterSummary;
  readonly tr: RowProps;
  readonly selection: Selection<LetterSummary>;
  readonly onOpen: () => void;
}

/** A letter in the list: a click or Enter opens it. */
export function LetterRow({ letter, tr, selection, onOpen }: LetterRowProps) {
  return (
    <Table.Tr
      {...tr}
      className={classes.row}
      data-selected={selection.has(letter) || undefined}
      onClick={onOpen}
      {...rowKeys({ selection, row: letter, onOpen })}
    >
      <Table.Td>
        <span className={classes.numbered}>
          <SelectBox selection={selection} row={letter} name={letter.number} />
          <Text span size="sm" fw={600} className="tabular">
            {letter.number}
          </Text>
        </span>
      </Table.Td>
      <Table.Td>
        <div>
          <Text size="sm" truncate title={placeOf(letter)}>
            {placeOf(letter)}
          </Text>
          <Text size="xs" c="dimmed">
            {letter.city}
          </Text>
        </div>
      </Table.Td>
      <Table.Td title={letter.owner_name ?? undefined}>
        <Value>{letter.owner_name}</Value>
      </Table.Td>
      <Table.Td className={classes.number}>{currency(letter.price)}</Table.Td>
      <Table.Td>
        <div>
          <StatusBadge letter={letter} />
          <Replaced letter={letter} />
        </div>
      </Table.Td>
      <Done at={letter.created_at} by={letter.created_by_name} />
      <Done at={letter.approved_at} by={letter.approved_by_name} />
      <Done at={letter.sent_at} by={null} />
    </Table.Tr>
  );
}

/** When something was done and by whom; empty if it was not. */
function Done({ at, by }: { readonly at: string | null; readonly by: string | null }) {
  return (
    <Table.Td>
      {at ? (
        <div>
          <Text size="sm">{date(at)}</Text>
          <Text size="xs" c="dimmed" truncate>
            {by}
          </Text>
        </div>
      ) : (
        <Text span size="sm" c="dimmed">
          Not yet
        </Text>
      )}
    </Table.Td>
  );
}
