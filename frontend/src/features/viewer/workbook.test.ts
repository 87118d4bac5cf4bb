import { expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { maxRows, readWorkbook } from './workbook';

function bytesOf(sheets: Record<string, unknown[][]>, bookType: 'xlsx' | 'ods' | 'biff8'): ArrayBuffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return write(book, { type: 'array', bookType }) as ArrayBuffer;
}
const text = (content: string): ArrayBuffer => new TextEncoder().encode(content).slice().buffer;

it.each(['xlsx', 'ods', 'biff8'] as const)('reads every sheet of an %s file', (bookType) => {
  const sheets = readWorkbook(
    bytesOf(
      {
        Rents: [
          ['Tenant', 'Rent'],
          ['Acme', 1200],
        ],
        Empty: [],
      },
      bookType,
    ),
  );
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Rents', 'Empty']);
  expect(sheets[0]?.rows).toEqual([
    ['Tenant', 'Rent'],
    ['Acme', '1200'],
  ]);
  expect(sheets[1]?.rows.flat().join('')).toBe('');
});

it('keeps what a CSV file says as it stands', () => {
  const [sheet] = readWorkbook(text('no,note\n007,"a, b"\n1-2,<b>x</b>\n'));
  expect(sheet?.rows).toEqual([
    ['no', 'note'],
    ['007', 'a, b'],
    ['1-2', '<b>x</b>'],
  ]);
});

it('shows the first rows of a long file and says how many there are', () => {
  const [sheet] = readWorkbook(text('x\n'.repeat(maxRows + 10)));
  expect(sheet?.rows).toHaveLength(maxRows);
  expect(sheet?.totalRows).toBe(maxRows + 10);
});

it('refuses what is no spreadsheet', () => {
  expect(() => readWorkbook(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]).buffer)).toThrow();
  expect(() => readWorkbook(new Uint8Array([0xff, 0xfe, 0x00, 0x81]).buffer)).toThrow();
});
