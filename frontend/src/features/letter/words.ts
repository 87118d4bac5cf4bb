/**
 * Reads the words of a rendered element with their positions, in reading order. Used for page breaks (where lines begin) and for the PDF's
 * text layer. Does not modify the document.
 */

/** Left and top from the root's top left corner, in CSS px of an unzoomed page. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A word, or the part of it on one line. */
export interface Word {
  text: string;
  node: Text;
  /** Offset of its first character in the node. */
  start: number;
  box: Box;
}

/** The words of everything below `root` that is not decoration (`aria-hidden`). */
export function wordsOf(root: Element): Word[] {
  const origin = root.getBoundingClientRect();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.getAttribute('aria-hidden') === 'true' ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const words: Word[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    for (const match of node.data.matchAll(/\S+/g)) words.push(...placed(node, match.index, match[0], origin));
  }
  return words;
}

function placed(node: Text, start: number, text: string, origin: DOMRect): Word[] {
  const rects = rectsOf(node, start, start + text.length);
  const [first] = rects;
  if (!first) return [];
  if (rects.every((rect) => rect.top < first.bottom && rect.bottom > first.top)) {
    return [{ text, node, start, box: relative(union(rects), origin) }];
  }
  return pieces(node, start, text).flatMap((piece) => placed(node, piece.start, piece.text, origin));
}

/** A word broken over lines, split where the line changes. Code points stay whole. */
function pieces(node: Text, start: number, text: string): { start: number; text: string }[] {
  const parts: { start: number; text: string; top: number }[] = [];
  let offset = start;
  for (const character of text) {
    const top = rectsOf(node, offset, offset + character.length)[0]?.top;
    const last = parts.at(-1);
    if (last && (top === undefined || Math.abs(top - last.top) < 2)) last.text += character;
    else parts.push({ start: offset, text: character, top: top ?? 0 });
    offset += character.length;
  }
  // A single line after all (overlapping boxes of a tall diacritic): keep it, or the caller would loop forever.
  return parts.length > 1 ? parts : [];
}

function rectsOf(node: Text, start: number, end: number): DOMRect[] {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
}

function union(rects: readonly DOMRect[]): DOMRect {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

function relative(rect: DOMRect, origin: DOMRect): Box {
  return { left: rect.left - origin.left, top: rect.top - origin.top, width: rect.width, height: rect.height };
}
