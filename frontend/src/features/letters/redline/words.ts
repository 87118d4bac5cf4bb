import type { Change, ChangedBlock, Changes } from './api';

const kinds: Readonly<Record<Change['kind'], string>> = {
  inserted: 'Inserted',
  deleted: 'Deleted',
  replaced: 'Replaced',
  moved: 'Moved',
  split: 'Paragraph split',
  joined: 'Paragraphs joined',
};

const parts: Readonly<Record<Changes['also_changed'][number], string>> = {
  header: 'the header',
  closing: 'the closing',
  footer: 'the footer',
  note: 'footnotes',
  text_box: 'a text box',
  picture: 'a picture',
  formula: 'a formula',
  document: 'an embedded document',
};

/** 'Inserted by Ana Seller', or that it was not tracked. */
export function changeWords({ kind, author, is_tracked }: Change): string {
  if (!is_tracked) return `${kinds[kind]}, changed without tracking`;
  return author ? `${kinds[kind]} by ${author}` : kinds[kind];
}

/** What was changed besides and is not merged; empty if nothing. */
export function alsoChangedWords(also: Changes['also_changed']): string {
  return also.length === 0 ? '' : `Also changed, and not taken over: ${also.map((part) => parts[part]).join(', ')}.`;
}

/** The old and the new text of a change, cut where they are long. */
export function textsOf(blocks: readonly ChangedBlock[], change: number): { readonly old: string; readonly new: string } {
  const pieces = blocks.flatMap((block) => block.pieces).filter((piece) => piece.change === change);
  const text = (...wanted: readonly string[]): string =>
    cut(
      pieces
        .filter(({ kind }) => wanted.includes(kind))
        .map((piece) => piece.text)
        .join(''),
    );
  return { old: text('deleted', 'moved_from'), new: text('inserted', 'moved_to') };
}

const longest = 160;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
