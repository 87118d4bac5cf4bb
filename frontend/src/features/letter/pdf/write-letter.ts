/**
 * Creates the PDF of the letter on screen: copies the sheets out of the zoomed editor, renders their images and reads their words. Loaded
 * on save only, with the PDF and image libraries.
 */
import { wordsOf, type Box } from '../words';
import { composePdf, type LetterInfo } from './compose-pdf';
import { takePictures } from './take-pictures';

/** The PDF of the sheets, which must be in the document. */
export async function writeLetterPdf(sheets: readonly HTMLElement[], info: LetterInfo): Promise<Blob> {
  await document.fonts.ready;
  const desk = layOut(sheets);
  try {
    const copies = [...desk.children].filter((child) => child instanceof HTMLElement);
    const pictures = await takePictures(desk, copies);
    const pages = pictures.map((pixels, index) => {
      const copy = copies[index];
      if (!copy) throw new Error('A sheet of the letter has no copy.');
      const { width, height } = copy.getBoundingClientRect();
      return { pixels, width, height, words: inOrder(copy) };
    });
    // Copied, because the library's array may be a view of a larger buffer.
    return new Blob([new Uint8Array(await composePdf(pages, info))], { type: 'application/pdf' });
  } finally {
    desk.remove();
  }
}

/** Copies the sheets off screen and without zoom, at their true size. */
function layOut(sheets: readonly HTMLElement[]): HTMLElement {
  const desk = document.createElement('div');
  desk.inert = true;
  desk.style.cssText = 'position: absolute; left: -10000px; top: 0; width: max-content';
  for (const sheet of sheets) {
    const copy = sheet.cloneNode(true) as HTMLElement;
    // The shadow and the gap between sheets are for the screen only.
    copy.style.boxShadow = 'none';
    copy.style.margin = '0';
    desk.append(copy);
  }
  document.body.append(desk);
  return desk;
}

/** The sheet's words with list markers, which are not text of the document. */
function inOrder(sheet: HTMLElement): { text: string; box: Box }[] {
  const words = wordsOf(sheet);
  const markers = new Map<Text, { text: string; box: Box }>();
  for (const item of sheet.querySelectorAll('li')) {
    const first = words.find((word) => item.contains(word.node));
    const marker = markerOf(item);
    if (!first || !marker) continue;
    const width = first.box.height * 0.5 * marker.length;
    markers.set(first.node, { text: marker, box: { ...first.box, left: Math.max(0, first.box.left - width - 6), width } });
  }
  return words.flatMap((word) => {
    const marker = markers.get(word.node);
    markers.delete(word.node);
    return marker ? [marker, word] : [word];
  });
}

/** '3.' in a numbered list, '•' in another, nothing where the item continues from the previous sheet. */
function markerOf(item: HTMLLIElement): string | undefined {
  if (getComputedStyle(item).listStyleType === 'none') return undefined;
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '•';
  return `${list.start + [...list.children].filter((child) => child instanceof HTMLLIElement).indexOf(item)}.`;
}
