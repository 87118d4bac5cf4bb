/** Differences of the texts of two versions: blocks are aligned, then the words of changed ones. */

export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A block of text, or what became of it. */
export type ComparedBlock = readonly Piece[];

/** Longer texts are compared by blocks only, because the table of words grows with the product of both lengths. */
const maxWords = 2_000;
const blocks = 'p, h1, h2, h3, li, td, th';

/** The blocks of a template's text; merge fields by their label, clauses begin with their title and condition. */
export function blocksOf(html: string, labelOf: (term: string) => string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const field of body.querySelectorAll<HTMLElement>('span[data-term]')) {
    const { term = '', fmt } = field.dataset;
    field.textContent = `[${labelOf(term)}${fmt ? `, ${fmt.replaceAll('_', ' ')}` : ''}]`;
  }
  for (const clause of body.querySelectorAll<HTMLElement>('section[data-clause]')) {
    const { title, clause: id = '', when, binding } = clause.dataset;
    const heading = document.createElement('p');
    heading.textContent = `Clause “${title ?? id}”${binding === 'true' ? ', binding' : ''}${when ? `, only if ${when}` : ''}`;
    clause.prepend(heading);
  }
  return [...body.querySelectorAll(blocks)]
    .filter((block) => !block.querySelector(blocks))
    .map((block) => block.textContent.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

/** The steps from one list to another that keep most. */
function steps(before: readonly string[], after: readonly string[]): Piece[] {
  const width = after.length + 1;
  const kept = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => kept[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      kept[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: Piece[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      found.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      found.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      found.push({ kind: 'added', text: fresh ?? '' });
      column += 1;
    }
  }
  return found;
}

const wordsOf = (text: string): string[] => text.split(' ');

/** Neighbouring words of one kind as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.kind === piece.kind) found[found.length - 1] = { kind: last.kind, text: `${last.text} ${piece.text}` };
    else found.push(piece);
  }
  return found;
}

/** What became of each block. */
export function compare(before: readonly string[], after: readonly string[]): ComparedBlock[] {
  const found: ComparedBlock[] = [];
  let removed: string[] = [];
  for (const step of [...steps(before, after), { kind: 'same', text: '' } as const]) {
    if (step.kind === 'removed') {
      removed.push(step.text);
      continue;
    }
    const old = step.kind === 'added' ? removed.shift() : undefined;
    if (old !== undefined) {
      const small = wordsOf(old).length + wordsOf(step.text).length <= maxWords;
      found.push(
        small
          ? joined(steps(wordsOf(old), wordsOf(step.text)))
          : [
              { kind: 'removed', text: old },
              { kind: 'added', text: step.text },
            ],
      );
      continue;
    }
    if (step.kind === 'same') {
      found.push(...removed.map((text): ComparedBlock => [{ kind: 'removed', text }]));
      removed = [];
    }
    if (step.text !== '') found.push([step]);
  }
  return found;
}

export const isChanged = (block: ComparedBlock): boolean => block.some(({ kind }) => kind !== 'same');
