/**
 * Builds a PDF from images of the letter's sheets and their words: US letter, portrait, 0.25 in margin, each image scaled to fit. Needs no
 * browser; write-letter.ts takes the images.
 */
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';
import { InvisibleText, type TextPlace } from './invisible-text';
import type { Pixels } from './take-pictures';

/** An image of a sheet and its words, in CSS px from its top left corner. */
export interface SheetPicture {
  pixels: Pixels;
  width: number;
  height: number;
  words: readonly { text: string; box: { left: number; top: number; width: number; height: number } }[];
}

export interface LetterInfo {
  title: string;
  author: string;
}

/** PDF points: 72 to the inch. */
const paper = { width: 612, height: 792 } as const;
const margin = 18;

/** The letter as a PDF file. */
export async function composePdf(sheets: readonly SheetPicture[], info: LetterInfo): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(info.title, { showInWindowTitleBar: true });
  document.setAuthor(info.author);
  document.setSubject('Letter of Intent');
  document.setCreator('Sitewright');
  document.setLanguage('en-US');
  const text = await InvisibleText.create(document);
  for (const sheet of sheets) {
    const page = document.addPage([paper.width, paper.height]);
    const scale = Math.min((paper.width - 2 * margin) / sheet.width, (paper.height - 2 * margin) / sheet.height);
    const left = (paper.width - sheet.width * scale) / 2;
    const top = paper.height - margin;
    const [width, height] = [sheet.width * scale, sheet.height * scale];
    draw(page, embed(document, sheet.pixels), { x: left, y: top - height, width, height });
    text.write(
      page,
      sheet.words.map(({ text: word, box }): TextPlace => ({
        text: word,
        x: left + box.left * scale,
        y: top - (box.top + box.height) * scale,
        width: box.width * scale,
        height: box.height * scale,
      })),
    );
  }
  text.finish();
  return document.save();
}

/** Embeds raw pixels: the library would decode a PNG and compress it again, slowly. */
function embed(document: PDFDocument, { data, columns, rows, gray }: Pixels): PDFRef {
  const image = document.context.stream(data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: columns,
    Height: rows,
    ColorSpace: gray ? 'DeviceGray' : 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  return document.context.register(image);
}

function draw(page: PDFPage, image: PDFRef, box: { x: number; y: number; width: number; height: number }): void {
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(box.width, 0, 0, box.height, box.x, box.y),
    drawObject(page.node.newXObject('Sheet', image)),
    popGraphicsState(),
  );
}
