/**
 * Cuts a rendered letter into sheets: measures the letter in the document, computes the breaks (page-plan.ts) and returns each sheet's part
 * of the body as HTML. Does not modify the document.
 */
import { lineStarts, planPages, withClosing, type Slice } from './page-plan';
import { wordsOf, type Word } from './words';

/** US letter at 96 dpi, in CSS px. */
export const sheetSize = { width: 816, height: 1056 } as const;

/** One sheet of the letter. */
export interface Sheet {
  /** This sheet's part of the body; as sanitized as the body. */
  html: string;
  closing: boolean;
  agreement: boolean;
}

interface Cut extends Slice {
  /** Where the body is cut if a page begins with this slice; undefined after the body. */
  at?: { node: Node; offset: number };
}

const blockTags = new Set([
  'P',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'PRE',
  'TABLE',
  'TBODY',
  'THEAD',
  'TR',
  'DIV',
  'HR',
  'IMG',
]);

/** The measured parts of the letter, in the document at zoom 1. */
export interface FlowParts {
  body: HTMLElement;
  closing: HTMLElement;
  agreement: HTMLElement;
}

/** The letter's sheets. `room` is the height in CSS px of a sheet (counted from 0) for body and closing. */
export function cutSheets({ body, closing, agreement }: FlowParts, room: (page: number) => number): Sheet[] {
  const cuts = withClosing(bodyCuts(body), [cutAround(closing, body), cutAround(agreement, body)]);
  const starts = planPages(cuts, room);
  const [closingAt, agreementAt] = [cuts.length - 2, cuts.length - 1];
  return starts.map((first, page) => {
    const next = starts[page + 1] ?? cuts.length;
    const holds = (index: number): boolean => index >= first && index < next;
    return { html: fragment(body, cuts[first]?.at, cuts[next]?.at, page === 0), closing: holds(closingAt), agreement: holds(agreementAt) };
  });
}

function cutAround(element: HTMLElement, body: HTMLElement): Cut {
  const [box, origin] = [element.getBoundingClientRect(), body.getBoundingClientRect()];
  return { top: box.top - origin.top, bottom: box.bottom - origin.top, mayStart: false };
}

function bodyCuts(body: HTMLElement): Cut[] {
  const words = wordsOf(body);
  const cuts: Cut[] = [];
  let afterHeading = false;
  for (const block of leafBlocks(body)) {
    cuts.push(...blockCuts(block, body, words, !afterHeading && mayStartRow(block)));
    afterHeading = /^H[1-6]$/.test(block.tagName);
  }
  return cuts;
}

/** Table rows follow the same rules as lines of a paragraph: the header row is never alone. */
function mayStartRow(block: Element): boolean {
  if (!(block instanceof HTMLTableRowElement)) return true;
  const rows = [...(block.closest('table')?.rows ?? [])];
  return lineStarts(rows.length, true)[rows.indexOf(block)] ?? true;
}

/** Blocks without nested blocks: page breaks fall around them or, between lines, inside. A table row counts as one. */
function leafBlocks(root: Element): Element[] {
  return [...root.children].flatMap((child) => {
    const inner = child.tagName === 'TR' ? [] : leafBlocks(child);
    if (inner.length > 0) return inner;
    return blockTags.has(child.tagName) ? [child] : [];
  });
}

function blockCuts(block: Element, body: HTMLElement, words: readonly Word[], mayStart: boolean): Cut[] {
  const origin = body.getBoundingClientRect();
  const box = block.getBoundingClientRect();
  const whole = { top: box.top - origin.top, bottom: box.bottom - origin.top };
  const lines = block.tagName === 'TR' ? [] : linesOf(words.filter((word) => block.contains(word.node)));
  if (lines.length < 2) return [{ ...whole, mayStart, at: before(block, body) }];
  const starts = lineStarts(lines.length, mayStart);
  return lines.map((line, index) => ({
    top: index === 0 ? whole.top : line.top,
    bottom: index === lines.length - 1 ? whole.bottom : line.bottom,
    mayStart: starts[index] ?? false,
    at: index === 0 ? before(block, body) : { node: line.first.node, offset: line.first.start },
  }));
}

function linesOf(words: readonly Word[]): { top: number; bottom: number; first: Word }[] {
  const lines: { top: number; bottom: number; first: Word }[] = [];
  for (const word of words) {
    const { top, height } = word.box;
    const last = lines.at(-1);
    if (last && top + height / 2 < last.bottom) last.bottom = Math.max(last.bottom, top + height);
    else lines.push({ top, bottom: top + height, first: word });
  }
  return lines;
}

/** The position before the block, and before every ancestor whose first child it is. */
function before(block: Element, body: HTMLElement): { node: Node; offset: number } {
  let outer = block;
  while (outer.parentElement && outer.parentElement !== body && outer.parentElement.firstElementChild === outer)
    outer = outer.parentElement;
  const parent = outer.parentElement ?? body;
  return { node: parent, offset: [...parent.childNodes].indexOf(outer) };
}

function fragment(body: HTMLElement, from: Cut['at'], to: Cut['at'], isFirst: boolean): string {
  if (!from && !isFirst) return '';
  const range = document.createRange();
  range.selectNodeContents(body);
  if (from && !isFirst) range.setStart(from.node, from.offset);
  if (to) range.setEnd(to.node, to.offset);
  const part = range.cloneContents();
  if (from && !isFirst) continueLists(body, from, part);
  const holder = document.createElement('div');
  holder.append(part);
  return holder.innerHTML;
}

/** A list that continues from the previous sheet keeps its numbering; a continued item gets no second marker. */
function continueLists(body: HTMLElement, from: { node: Node; offset: number }, part: DocumentFragment): void {
  const path: Node[] = [];
  for (let node: Node | null = from.node; node && node !== body; node = node.parentNode) path.unshift(node);
  let clone = part.firstElementChild;
  path.forEach((original, depth) => {
    const below = path[depth + 1] ?? original.childNodes[from.offset];
    if (original instanceof HTMLOListElement && clone instanceof HTMLOListElement) {
      clone.start =
        original.start +
        [...original.children].filter(
          (item) => below && item.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING && !item.contains(below),
        ).length;
    }
    if (original instanceof HTMLLIElement && clone instanceof HTMLElement) clone.style.listStyleType = 'none';
    clone = clone?.firstElementChild ?? null;
  });
}
