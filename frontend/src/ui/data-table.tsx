import { Paper, Table } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column {
  readonly label: string;
  /** Right-aligned numbers. */
  readonly numeric?: boolean;
  /** For screen readers only: columns of buttons and images. */
  readonly hidden?: boolean;
}

interface DataTableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Rows of `Table.Tr`. */
  readonly children: ReactNode;
}

/** Layout of every table: 40 px rows, a sticky heading; on phones each row is a card with the headings as labels. */
export function DataTable({ caption, columns, children }: DataTableProps) {
  return (
    <Paper withBorder className={classes.frame ?? ''}>
      <Table.ScrollContainer
        minWidth="var(--table-width)"
        scrollAreaProps={{ offsetScrollbars: 'present', viewportProps: { tabIndex: 0, 'aria-label': caption, role: 'region' } }}
      >
        <Table aria-label={caption} highlightOnHover className={classes.table ?? ''} style={labelsOf(columns)} verticalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ label, numeric, hidden }) => (
                <Table.Th key={label} ta={numeric ? 'right' : 'left'}>
                  {hidden ? <span className={classes.hidden}>{label}</span> : label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

/** The headings for the style sheet, by column number (at most eight). The title column needs none, numeric ones do. */
function labelsOf(columns: readonly Column[]): CSSProperties {
  return Object.fromEntries(
    columns.map(({ label, numeric, hidden }, index) => [
      `--column-${index + 1}`,
      hidden || (index === 0 && !numeric) ? 'none' : JSON.stringify(label),
    ]),
  );
}

interface EmptyRowProps {
  readonly columns: number;
  readonly children: ReactNode;
}

/** The only row of an empty table. */
export function EmptyRow({ columns, children }: EmptyRowProps) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns} ta="center" c="dimmed" py="xl">
        {children}
      </Table.Td>
    </Table.Tr>
  );
}
