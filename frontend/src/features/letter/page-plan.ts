/**
 * Decides where a letter's pages begin. Pure arithmetic on measured slices (a line, a picture, a closing block), so that the rules of
 * good breaks are tested with numbers; measuring and cutting the document is sheets.ts.
 */

/** A horizontal strip of the letter that is never cut. Positions are CSS px from any fixed origin, growing downwards. */
export interface Slice {
  top: number;
  bottom: number;
  /** Whether a page may begin here; false keeps a heading with its text and two lines of a paragraph together. */
  mayStart: boolean;
}

/**
 * The index of the first slice of each page. `room` is the height in CSS px that a page (counted from 0) offers.
 * A page always takes at least one slice, so that something taller than a page cannot stop the letter.
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

/** The nearest slice at or before `end` that may begin a page; `end` itself when there is none after `start`. */
function lastAllowed(slices: readonly Slice[], start: number, end: number): number {
  if (end >= slices.length) return end;
  for (let index = end; index > start; index -= 1) if (slices[index]?.mayStart) return index;
  return end;
}

/** Which lines of a block may begin a page: no single line is left behind or sent ahead, and three lines or fewer stay whole. */
export function lineStarts(lines: number, blockMayStart: boolean): boolean[] {
  return Array.from({ length: lines }, (_, line) => (line === 0 ? blockMayStart : lines > 3 && line >= 2 && lines - line >= 2));
}

/** Lines of text that stand above the closing block on its page: nobody signs a page without text. */
const linesAboveClosing = 2;

/** The letter's text with its closing blocks, which stay in one piece together with the last lines of the text. */
export function withClosing<T extends Slice>(text: readonly T[], closing: readonly T[]): T[] {
  const kept = text.map((slice, index) => (text.length - index < linesAboveClosing ? { ...slice, mayStart: false } : slice));
  return [...kept, ...closing.map((slice) => ({ ...slice, mayStart: false }))];
}
