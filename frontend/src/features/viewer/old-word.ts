/**
 * Reads the text of a Word 97-2003 file ([MS-DOC]): the piece table maps bytes to characters. Layout and images are omitted. No maintained
 * browser library exists for it; the container is read by the spreadsheet library, which is loaded anyway.
 */
import { CFB } from 'xlsx';
import { ViewerError } from './attachment';

/** The library does not type these. */
interface Containers {
  read(bytes: Uint8Array, options: { type: 'array' }): object;
  find(container: object, name: string): { content?: ArrayLike<number> } | null;
}
const containers = CFB as Containers;

/** Offsets in the file's first block, the FIB. */
const fib = { magic: 0, flags: 0x0a, textLength: 0x4c, pieceTable: 0x01a2, pieceTableSize: 0x01a6, end: 0x01aa };
const wordMagic = 0xa5ec;
const encrypted = 0x0100;
const usesSecondTable = 0x0200;
/** Flag in a piece's address: one byte per character, in Windows' Western code page. */
const oneByte = 0x4000_0000;

/** The paragraphs of the file's main text. Throws if it is not such a file. */
export function readOldWord(bytes: ArrayBuffer): string[] {
  const container = containers.read(new Uint8Array(bytes), { type: 'array' });
  const word = stream(container, 'WordDocument');
  if (word.byteLength < fib.end || word.getUint16(fib.magic, true) !== wordMagic) throw new Error('not a Word 97 file');
  const flags = word.getUint16(fib.flags, true);
  if (flags & encrypted) throw new ViewerError('This document is protected by a password. Download it to open it.', false, true);
  const table = stream(container, flags & usesSecondTable ? '1Table' : '0Table');
  const start = word.getUint32(fib.pieceTable, true);
  const pieces = pieceTable(new DataView(table.buffer, table.byteOffset + start, word.getUint32(fib.pieceTableSize, true)));
  return paragraphs(mainText(word, pieces, word.getUint32(fib.textLength, true)));
}

function stream(container: object, name: string): DataView {
  const content = containers.find(container, name)?.content;
  if (!content) throw new Error(`the file has no ${name}`);
  const bytes = Uint8Array.from(content);
  return new DataView(bytes.buffer);
}

/** The piece table follows any number of property lists (each 1, size, content) and a 2. */
function pieceTable(list: DataView): DataView {
  let at = 0;
  while (list.getUint8(at) === 1) at += 3 + list.getUint16(at + 1, true);
  if (list.getUint8(at) !== 2) throw new Error('the file has no piece table');
  return new DataView(list.buffer, list.byteOffset + at + 5, list.getUint32(at + 1, true));
}

/** The first `length` characters: those of the main text, without notes, headers and comments. */
function mainText(word: DataView, pieces: DataView, length: number): string {
  // n + 1 positions of 4 bytes, then n descriptions of 8.
  const count = Math.floor((pieces.byteLength - 4) / 12);
  const western = new TextDecoder('windows-1252');
  const unicode = new TextDecoder('utf-16le');
  let text = '';
  for (let piece = 0; piece < count && text.length < length; piece += 1) {
    const characters = pieces.getUint32(4 * (piece + 1), true) - pieces.getUint32(4 * piece, true);
    const address = pieces.getUint32(4 * (count + 1) + 8 * piece + 2, true);
    const bytes =
      address & oneByte
        ? new Uint8Array(word.buffer, (address & ~oneByte) / 2, characters)
        : new Uint8Array(word.buffer, address, 2 * characters);
    text += (address & oneByte ? western : unicode).decode(bytes);
  }
  return text.slice(0, length);
}

const mark = { cell: 0x07, tab: 0x09, line: 0x0b, page: 0x0c, paragraph: 0x0d, field: 0x13, separator: 0x14, fieldEnd: 0x15, hyphen: 0x1e };

/** Word's control characters as text. A field consists of its instruction, which is omitted, a separator and its displayed text. */
function paragraphs(text: string): string[] {
  const done: string[] = [];
  /** For each open field, whether its instruction is being read. */
  const fields: boolean[] = [];
  let current = '';
  const end = (): void => {
    if (current.trim() !== '') done.push(current.trimEnd());
    current = '';
  };
  let previous = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code === mark.field) fields.push(true);
    else if (code === mark.separator) fields.splice(-1, 1, false);
    else if (code === mark.fieldEnd) fields.pop();
    else if (!fields.includes(true)) {
      // The end-of-row mark follows that of the last cell.
      if (code === mark.paragraph || code === mark.page || (code === mark.cell && previous === mark.cell)) end();
      else if (code === mark.cell) current += '\t';
      else if (code === mark.line) current += '\n';
      else if (code === mark.hyphen) current += '-';
      else if (code >= 0x20 || code === mark.tab) current += character;
    }
    previous = code;
  }
  end();
  return done;
}
