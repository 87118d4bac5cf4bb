/** A spreadsheet as tables with a tab per sheet. Text only: a cell's content is never markup. Loaded only for spreadsheets. */
import { Button, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { columnName } from './column-name';
import type { WorkbookSheet } from './workbook';
import classes from './viewer.module.css';

/** Rows added at a time, to limit rendering. */
const batch = 200;

export function WorkbookView({ sheets }: { sheets: readonly WorkbookSheet[] }) {
  const [active, setActive] = useState('0');
  if (sheets.length === 0) return <Text p="md">This workbook has no sheets.</Text>;
  return (
    <Tabs value={active} onChange={(value) => setActive(value ?? '0')} className={classes['content']} keepMounted={false}>
      <Tabs.List aria-label="Sheets">
        {sheets.map((sheet, index) => (
          <Tabs.Tab key={index} value={String(index)}>
            {sheet.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sheets.map((sheet, index) => (
        <Tabs.Panel key={index} value={String(index)} className={classes['desk']} tabIndex={0}>
          <SheetTable sheet={sheet} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function SheetTable({ sheet }: { sheet: WorkbookSheet }) {
  const [shown, setShown] = useState(batch);
  const columns = Math.max(0, ...sheet.rows.map((row) => row.length));
  if (columns === 0) return <Text c="dimmed">This sheet is empty.</Text>;
  const headed = hasHeading(sheet.rows, columns);
  const hidden = sheet.totalRows > sheet.rows.length || sheet.totalColumns > columns;
  return (
    <>
      {hidden && (
        <Text size="sm" mb="sm">
          The first {sheet.rows.length.toLocaleString('en-US')} of {sheet.totalRows.toLocaleString('en-US')} rows and {columns} of{' '}
          {sheet.totalColumns.toLocaleString('en-US')} columns are shown. Download the file to see all of it.
        </Text>
      )}
      <table className={classes['table']}>
        <thead>
          <tr>
            <th aria-label="Row" />
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.slice(0, shown).map((row, index) => (
            <tr key={index} className={index === 0 && headed ? classes['heading'] : undefined}>
              <th scope="row">{index + 1}</th>
              {Array.from({ length: columns }, (_, column) => (
                <Cell key={column} text={row[column] ?? ''} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown < sheet.rows.length && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + batch)}>
          Show more rows
        </Button>
      )}
    </>
  );
}

/** Whether the first row contains column headings: text in each cell, above other rows. It then stays visible. */
function hasHeading([first, second]: readonly (readonly string[])[], columns: number): boolean {
  if (!first || !second || columns < 2) return false;
  return first.length === columns && first.every((text) => text !== '' && !figure.test(text));
}

/** An amount, a count or a percentage. */
const figure = /^[-+(]?\$?\d[\d,]*(\.\d+)?%?\)?$/;

function Cell({ text }: { text: string }) {
  return (
    <td className={figure.test(text) ? classes['number'] : undefined} title={text.length > 40 ? text : undefined}>
      {text}
    </td>
  );
}
