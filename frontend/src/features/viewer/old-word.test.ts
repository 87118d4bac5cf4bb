import { expect, it } from 'vitest';
import { CFB } from 'xlsx';
import { readOldWord } from './old-word';

interface Writer {
  utils: { cfb_new(): object; cfb_add(container: object, path: string, content: Uint8Array): void };
  write(container: object, options: { type: 'array' }): ArrayLike<number>;
}
const writer = CFB as Writer;

/** A Word 97 file with these pieces of text; 'western' ones have one byte per character. */
function wordFile(pieces: readonly { text: string; western?: boolean }[], flags = 0x0200, magic = 0xa5ec): ArrayBuffer {
  const word = new DataView(new ArrayBuffer(4096));
  const table = new DataView(new ArrayBuffer(1024));
  const count = pieces.length;
  let [address, position] = [1024, 0];
  // A property list precedes the piece table, as in files written by Word.
  const start = 64;
  table.setUint8(start, 1);
  table.setUint16(start + 1, 3, true);
  table.setUint8(start + 6, 2);
  table.setUint32(start + 7, 4 * (count + 1) + 8 * count, true);
  const list = start + 11;
  pieces.forEach(({ text, western }, index) => {
    table.setUint32(list + 4 * index, position, true);
    const described = list + 4 * (count + 1) + 8 * index;
    table.setUint32(described + 2, western ? (address * 2) | 0x4000_0000 : address, true);
    for (const character of text) {
      if (western) word.setUint8(address, character.charCodeAt(0));
      else word.setUint16(address, character.charCodeAt(0), true);
      address += western ? 1 : 2;
    }
    position += text.length;
  });
  table.setUint32(list + 4 * count, position, true);
  word.setUint16(0, magic, true);
  word.setUint16(0x0a, flags, true);
  word.setUint32(0x4c, position, true);
  word.setUint32(0x01a2, start, true);
  word.setUint32(0x01a6, 11 + 4 * (count + 1) + 8 * count, true);
  const container = writer.utils.cfb_new();
  writer.utils.cfb_add(container, '/WordDocument', new Uint8Array(word.buffer));
  writer.utils.cfb_add(container, flags & 0x0200 ? '/1Table' : '/0Table', new Uint8Array(table.buffer));
  return Uint8Array.from(writer.write(container, { type: 'array' })).buffer;
}

it('reads pieces of either width in their order', () => {
  const file = wordFile([{ text: 'Lease of 901 Preston St\rRent: ', western: true }, { text: '€ 1.200 – fällig\r' }]);
  expect(readOldWord(file)).toEqual(['Lease of 901 Preston St', 'Rent: € 1.200 – fällig']);
  expect(readOldWord(wordFile([{ text: 'in the other table\r' }], 0))).toEqual(['in the other table']);
});

it('shows what fields show, and tables as rows', () => {
  const link = 'See \u0013 HYPERLINK "https://x.example" \u0014the plat\u0015.\r';
  const table = 'Tenant\u0007Rent\u0007\u0007Acme\u0007$1,200\u0007\u0007';
  const file = wordFile([{ text: `${link}${table}first\u000bsecond \u0001\rlast\r` }]);
  expect(readOldWord(file)).toEqual(['See the plat.', 'Tenant\tRent', 'Acme\t$1,200', 'first\nsecond', 'last']);
});

it('says what it cannot read', () => {
  expect(() => readOldWord(wordFile([{ text: 'x' }], 0x0100))).toThrow('This document is protected by a password.');
  expect(() => readOldWord(wordFile([{ text: 'x' }], 0, 0xa5dc))).toThrow('not a Word 97 file');
  expect(() => readOldWord(new TextEncoder().encode('{\\rtf1 not a container}').slice().buffer)).toThrow();
});
