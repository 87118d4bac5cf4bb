/**
 * Parses a spreadsheet file to rows of text. Independent of the browser, so that the worker (workbook.worker.ts) and the tests share it.
 * Formulas are never evaluated and no HTML is generated: a cell is its stored display text.
 */
import { read, utils } from 'xlsx';

export interface WorkbookSheet {
  name: string;
  rows: string[][];
  /** Rows and columns of the sheet, which may be more than are returned. */
  totalRows: number;
  totalColumns: number;
}

/** Row limit of the viewer; the file itself can be downloaded. */
export const maxRows = 5_000;
const maxColumns = 100;

/** The sheets of the file. Throws if the bytes are not a spreadsheet. */
export function readWorkbook(bytes: ArrayBuffer): WorkbookSheet[] {
  const head = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  // The library reads anything else as text, so a corrupt or disguised file would show as gibberish instead of an error.
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  const isCompound = head[0] === 0xd0 && head[1] === 0xcf;
  const book = isZip || isCompound ? read(bytes, { dense: true, cellDates: true }) : readText(bytes);
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    if (!sheet) return [];
    const range = utils.decode_range(sheet['!ref'] ?? 'A1');
    const [totalRows, totalColumns] = sheet['!ref'] ? [range.e.r + 1, range.e.c + 1] : [0, 0];
    const shown = { s: { r: 0, c: 0 }, e: { r: Math.min(range.e.r, maxRows - 1), c: Math.min(range.e.c, maxColumns - 1) } };
    const rows = sheet['!ref']
      ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true, range: shown })
      : [];
    return [{ name, rows: rows.map((row) => row.map(cellText)), totalRows, totalColumns }];
  });
}

function readText(bytes: ArrayBuffer): ReturnType<typeof read> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (text.includes('\u0000')) throw new Error('not a spreadsheet');
  // Unparsed: '007' stays an account number and '1-2' does not become a date.
  return read(text, { type: 'string', dense: true, raw: true });
}

function cellText(value: unknown): string {
  if (value instanceof Date) return value.toLocaleDateString('en-US');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
