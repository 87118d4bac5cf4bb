import { Paper, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode, Ref } from 'react';
import classes from './data-table.module.css';
import { OrderSelect } from './order-select';
import type { FrameProps } from './row-focus';

export interface Column {
  readonly label: string;
  /** Right-aligned numbers. */
  readonly numeric?: boolean;
  /** For screen readers only: columns of buttons and images. */
  readonly hidden?: boolean;
  /** The server's sort key. */
  readonly sort?: string;
  /** In front of the label, such as a checkbox for all rows. */
  readonly control?: ReactNode;
}

export interface Sorting {
  /** A column's `sort`; `-` in front means descending. */
  readonly by: string;
  readonly onSort: (by: string) => void;
  /** The order that no column gives, if there is one. */
  readonly plain?: { readonly by: string; readonly label: string };
}

interface DataTableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly sorting?: Sorting | undefined;
  /** Total number of rows if only some are rendered; -1 if unknown. */
  readonly rowCount?: number | undefined;
  /** Of the element that scrolls: its ref and further props. */
  readonly frame?: { readonly ref: Ref<HTMLDivElement>; readonly props: FrameProps };
  /** Rows of `Table.Tr`. */
  readonly children: ReactNode;
}

/** Layout of every table: 40 px rows, a sticky heading; on phones each row is a card with the headings as labels, and 'Order' sorts. */
export function DataTable({ caption, columns, sorting, rowCount, frame, children }: DataTableProps) {
  return (
    <>
      {sorting && <OrderSelect columns={columns} sorting={sorting} />}
      <Paper withBorder className={classes.frame ?? ''}>
        <Table.ScrollContainer
          minWidth="var(--table-width)"
          scrollAreaProps={{
            offsetScrollbars: 'present',
            viewportRef: frame?.ref,
            viewportProps: { tabIndex: 0, 'aria-label': caption, role: 'region', ...frame?.props },
          }}
        >
          <Table
            aria-label={caption}
            aria-rowcount={rowCount}
            highlightOnHover
            className={classes.table ?? ''}
            style={labelsOf(columns)}
            verticalSpacing={0}
          >
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Heading key={column.label} column={column} sorting={sorting} />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
    </>
  );
}

function Heading({
  column: { label, numeric, hidden, sort, control },
  sorting,
}: {
  readonly column: Column;
  readonly sorting: Sorting | undefined;
}) {
  const align = numeric ? 'right' : 'left';
  if (!sort || !sorting) {
    return (
      <Table.Th ta={align}>
        <WithControl control={control}>{hidden ? <span className={classes.hidden}>{label}</span> : label}</WithControl>
      </Table.Th>
    );
  }
  const up = sorting.by === sort;
  const down = sorting.by === `-${sort}`;
  return (
    <Table.Th ta={align} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <WithControl control={control}>
        <UnstyledButton className={classes.sort ?? ''} onClick={() => sorting.onSort(up ? `-${sort}` : sort)}>
          {label}
          {up && <IconArrowUp size={14} aria-hidden />}
          {down && <IconArrowDown size={14} aria-hidden />}
        </UnstyledButton>
      </WithControl>
    </Table.Th>
  );
}

function WithControl({ control, children }: { readonly control: ReactNode; readonly children: ReactNode }) {
  return control ? (
    <span className={classes.control}>
      {control}
      {children}
    </span>
  ) : (
    children
  );
}

/** The headings for the style sheet, by column number (at most sixteen). The title column needs none, numeric ones do. */
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
