/**
 * Computes a letter's page breaks. Pure arithmetic on measured slices (a line, an image, a closing block), so that the rules can be tested
 * with numbers; sheets.ts measures and cuts the document.
 */

/** A horizontal strip of the letter that is never cut. Positions are CSS px from any fixed origin, growing downwards. */
export interface Slice {
  top: number;
  bottom: number;
  /** Whether a page may begin here; false keeps a heading with its text and two lines of a paragraph together. */
  mayStart: boolean;
}

/**
 * The index of the first slice of each page. `room` is the height in CSS px of a page (counted from 0). A page always takes at least one
 * slice, so that one taller than a page does not cause an endless loop.
 */
export function planPages(slices: readonly Slice[], room: (page: number) => number): number[] {
  const starts: number[] = [];
  let start = 0;
  while (start < slices.length) {
    const page = starts.push(start) - 1;
    const origin = slices[start]?.top ?? 0;
    let end = start + 1;
    while (end < slices.length && (slices[end]?.bottom ?? 0) - origin <= room(page)) end += 1;
    start = lastAllowed(slices, start, end);
  }
  return starts.length > 0 ? starts : [0];
}

/** The nearest slice at or before `end` that may begin a page; `end` itself if there is none after `start`. */
function lastAllowed(slices: readonly Slice[], start: number, end: number): number {
  if (end >= slices.length) return end;
  for (let index = end; index > start; index -= 1) if (slices[index]?.mayStart) return index;
  return end;
}

/** Which lines of a block may begin a page: no widows or orphans, and three lines or fewer stay together. */
export function lineStarts(lines: number, blockMayStart: boolean): boolean[] {
  return Array.from({ length: lines }, (_, line) => (line === 0 ? blockMayStart : lines > 3 && line >= 2 && lines - line >= 2));
}

/** Lines of text above the closing block on its page, so that no signature page is without text. */
const linesAboveClosing = 2;

/** The text with its closing blocks, which stay together with the last lines of the text. */
export function withClosing<T extends Slice>(text: readonly T[], closing: readonly T[]): T[] {
  const kept = text.map((slice, index) => (text.length - index < linesAboveClosing ? { ...slice, mayStart: false } : slice));
  return [...kept, ...closing.map((slice) => ({ ...slice, mayStart: false }))];
}
