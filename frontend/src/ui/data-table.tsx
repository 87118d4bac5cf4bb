import { Paper, Table } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column {
  readonly label: string;
  /** Numbers stand at the right. */
  readonly numeric?: boolean;
  /** Read aloud only: columns of buttons and pictures. */
  readonly hidden?: boolean;
}

interface DataTableProps {
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Rows of `Table.Tr`. */
  readonly children: ReactNode;
}

/** The shell of every table: 40 px rows, a heading that stays; on a phone each row is a card with the headings as labels. */
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

/** The headings for the style sheet, by the column's number; it knows eight. What a row is about needs none, a number does. */
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

/** The one row of a table without rows. */
export function EmptyRow({ columns, children }: EmptyRowProps) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns} ta="center" c="dimmed" py="xl">
        {children}
      </Table.Td>
    </Table.Tr>
  );
}
