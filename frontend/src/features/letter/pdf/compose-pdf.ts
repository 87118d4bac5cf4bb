/**
 * Puts pictures of the letter's sheets and their words together as a PDF: US letter, portrait, 0.25 in margin, each picture scaled to
 * fit. No document or browser is needed here; taking the pictures is write-letter.ts.
 */
import { PDFDocument } from 'pdf-lib';
import { InvisibleText, type TextPlace } from './invisible-text';

/** A picture of a sheet and the words on it, in CSS px from its top left corner. */
export interface SheetPicture {
  png: Uint8Array;
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

/** The whole letter as the bytes of a PDF file. */
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
    page.drawImage(await document.embedPng(sheet.png), {
      x: left,
      y: top - sheet.height * scale,
      width: sheet.width * scale,
      height: sheet.height * scale,
    });
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
