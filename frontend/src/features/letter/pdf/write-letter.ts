/**
 * Makes the PDF of the letter as it stands on screen: copies each sheet out of the zoomed editor, takes its picture and reads its words.
 * Loaded on save only, with the PDF and picture libraries behind it. It uploads nothing.
 */
import { domToBlob } from 'modern-screenshot';
import { wordsOf, type Box } from '../words';
import { composePdf, type LetterInfo, type SheetPicture } from './compose-pdf';

/** Device pixels per CSS px in the pictures: sharp in print at about 270 dpi. */
const renderScale = 2;

/** The PDF of the sheets, which must be in the document. */
export async function writeLetterPdf(sheets: readonly HTMLElement[], info: LetterInfo): Promise<Blob> {
  await document.fonts.ready;
  const desk = layOut();
  try {
    const pictures: SheetPicture[] = [];
    for (const sheet of sheets) pictures.push(await picture(sheet, desk));
    // A copy, because the library's array may look into a larger buffer.
    return new Blob([new Uint8Array(await composePdf(pictures, info))], { type: 'application/pdf' });
  } finally {
    desk.remove();
  }
}

/** A place in the document, out of sight and out of the zoom, where a sheet has its true size. */
function layOut(): HTMLElement {
  const desk = document.createElement('div');
  desk.inert = true;
  desk.style.cssText = 'position: absolute; left: -10000px; top: 0; width: max-content';
  document.body.append(desk);
  return desk;
}

async function picture(sheet: HTMLElement, desk: HTMLElement): Promise<SheetPicture> {
  const copy = sheet.cloneNode(true) as HTMLElement;
  desk.replaceChildren(copy);
  // The shadow and the gap between sheets belong to the screen.
  copy.style.boxShadow = 'none';
  copy.style.margin = '0';
  const { width, height } = copy.getBoundingClientRect();
  const words = inOrder(copy);
  const blob = await domToBlob(copy, { scale: renderScale, width, height, type: 'image/png' });
  return { png: new Uint8Array(await blob.arrayBuffer()), width, height, words };
}

/** The sheet's words with the markers of its lists, which are not text of the document. */
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

/** '3.' in a numbered list, '•' in another, nothing where the item only goes on from the sheet before. */
function markerOf(item: HTMLLIElement): string | undefined {
  if (getComputedStyle(item).listStyleType === 'none') return undefined;
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '•';
  return `${list.start + [...list.children].filter((child) => child instanceof HTMLLIElement).indexOf(item)}.`;
}
