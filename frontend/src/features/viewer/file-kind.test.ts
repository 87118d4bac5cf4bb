import { expect, it } from 'vitest';
import { extensionOf, fileKind, fileName } from './file-kind';

it.each([
  ['firm/parcel/1200_Travis_St__LOI.PDF', 'pdf'],
  ['a/b/roof.JPEG', 'image'],
  ['a/lease.docx', 'word'],
  ['a/rent roll.v2.xlsx', 'spreadsheet'],
  ['a/rows.csv', 'spreadsheet'],
  ['a/survey notes.txt', 'text'],
  ['a/drawing.svg', 'text'],
  ['a/page.html', 'page'],
  ['a/old.doc', 'old-word'],
  ['a.pdf/archive.zip', 'other'],
  ['a/README', 'other'],
  ['a/.pdf', 'other'],
  ['a/x.constructor', 'other'],
  ['', 'other'],
])('%s is shown as %s', (path, kind) => {
  expect(fileKind(path, null)).toBe(kind);
  // The detected type is ignored if there is an extension.
  if (extensionOf(path) !== '') expect(fileKind(path, 'application/pdf')).toBe(kind);
});

it.each([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'image'],
  ['text/plain; charset=utf-8', 'text'],
  ['text/csv; charset=utf-8', 'spreadsheet'],
  ['application/octet-stream', 'other'],
  ['constructor', 'other'],
])('a file without an extension that is served as %s is shown as %s', (type, kind) => {
  expect(fileKind('firm/survey', type)).toBe(kind);
});

it('names a file by its last segment', () => {
  expect(fileName('a/b/c d.pdf')).toBe('c d.pdf');
  expect(fileName('a/b/')).toBe('b');
  expect(extensionOf('a.b/c')).toBe('');
});
