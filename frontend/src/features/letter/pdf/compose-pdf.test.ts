import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { composePdf } from './compose-pdf';

/** One black pixel. */
const pixels = { data: Uint8Array.from(deflateSync(Uint8Array.of(0))), columns: 1, rows: 1, gray: true };

/** Words on one line, 60 CSS px apart, the line 100 CSS px from the top. */
const line = (texts: readonly string[]) =>
  texts.map((text, index) => ({ text, box: { left: 72 + index * 60, top: 100, width: 50, height: 20 } }));
const sheet = (texts: readonly string[]) => ({ pixels, width: 816, height: 1056, words: line(texts) });

/** What pdf.js reads. It needs one function that Node has from version 22 on. */
async function read(bytes: Uint8Array) {
  Object.assign(Promise, { withResolvers: 'withResolvers' in Promise ? Reflect.get(Promise, 'withResolvers') : withResolvers });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: bytes.slice(), useSystemFonts: true, verbosity: 0 }).promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const items = (await (await document.getPage(number)).getTextContent()).items;
    pages.push(items.flatMap((item) => ('str' in item ? [item] : [])));
  }
  return pages;
}

function withResolvers() {
  let settle: { resolve: (value: unknown) => void; reject: (cause: unknown) => void } | undefined;
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

const textOf = (items: readonly { str: string }[] | undefined): string =>
  (items ?? [])
    .map((item) => item.str)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

it('makes one letter page per sheet, with a title and a language', async () => {
  const pdf = await PDFDocument.load(await composePdf([sheet(['One']), sheet(['Two'])], { title: 'LOI', author: 'Meridian' }), {
    updateMetadata: false,
  });
  expect(pdf.getPages().map((page) => page.getSize())).toEqual([
    { width: 612, height: 792 },
    { width: 612, height: 792 },
  ]);
  expect(pdf.getTitle()).toBe('LOI');
  expect(pdf.getAuthor()).toBe('Meridian');
  expect(pdf.getLanguage()).toBe('en-US');
});

it('holds its words in reading order, on the page of their sheet', async () => {
  const pages = await read(
    await composePdf([sheet(['Purchase', 'Price:', '$1,166,000']), sheet(['Sincerely,'])], { title: 'LOI', author: 'M' }),
  );
  expect(pages.map(textOf)).toEqual(['Purchase Price: $1,166,000', 'Sincerely,']);
});

it('writes what no standard font can: Polish, Greek, Chinese, emoji, and more than one font of it', async () => {
  const many = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  const [page] = await read(await composePdf([sheet(['Łódź', 'Ωμέγα', '契約', '🏠', many])], { title: 'LOI', author: 'M' }));
  expect(textOf(page)).toBe(`Łódź Ωμέγα 契約 🏠 ${many}`);
});

it('puts each word over its picture inside the quarter-inch margin', async () => {
  const [items] = await read(await composePdf([sheet(['Closing', 'Łódź'])], { title: 'LOI', author: 'M' }));
  const scale = 576 / 816;
  const words = (items ?? []).filter((item) => item.str.trim() !== '');
  const [closing, other] = words;
  expect(closing?.transform[4]).toBeCloseTo(18 + 72 * scale, 1);
  expect(other?.transform[4]).toBeCloseTo(18 + 132 * scale, 1);
  // The baseline is within the line box, 100 to 120 CSS px from the top.
  expect(closing?.transform[5]).toBeGreaterThan(774 - 120 * scale);
  expect(closing?.transform[5]).toBeLessThan(774 - 100 * scale);
});
