import type {
  LetterDateTerm,
  LetterInput,
  LetterLack,
  LetterPreview,
  LetterPreviewRow,
  LetterStatus,
  LetterSummary,
  RefusedLetter,
} from './api';

export const statuses: readonly LetterStatus[] = ['draft', 'approved', 'sent', 'opened', 'countered', 'signed', 'declined', 'expired'];

/** Name and colour of a state. */
export const statusWords: Readonly<Record<LetterStatus, readonly [word: string, color: string]>> = {
  draft: ['Draft', 'gray'],
  approved: ['Approved', 'blue'],
  sent: ['Sent', 'ink'],
  opened: ['Opened', 'ink'],
  countered: ['Countered', 'yellow'],
  signed: ['Signed', 'green'],
  declined: ['Declined', 'red'],
  expired: ['Expired', 'gray'],
};

/** What a state that is set by hand is called as an action. */
export const actionWords: Readonly<Partial<Record<LetterStatus, string>>> = {
  draft: 'Back to draft',
  sent: 'Handed over',
  countered: 'Countered',
  signed: 'Signed on paper',
  declined: 'Declined',
};

export const placeOf = ({ address, parcel_number }: Pick<LetterSummary, 'address' | 'parcel_number'>): string => address ?? parcel_number;

export const lettersWord = (count: number): string => (count === 1 ? '1 letter' : `${count.toLocaleString('en-US')} letters`);

/** Most letters that a notice names. */
const mostNamed = 3;

/** Which letters an undo left as they are, and why. */
export function leftWords(left: readonly RefusedLetter[], letters: readonly Pick<LetterSummary, 'letter_id' | 'number'>[]): string {
  const numbers = new Map(letters.map(({ letter_id, number }) => [letter_id, number]));
  const named = left.slice(0, mostNamed).map(({ letter_id, sentence }) => `${numbers.get(letter_id) ?? 'A letter'}: ${sentence}`);
  const more = left.length - named.length;
  return [`Not undone: ${lettersWord(left.length)}.`, ...named, ...(more > 0 ? [`And ${more.toLocaleString('en-US')} more.`] : [])].join(
    ' ',
  );
}

/** What became of letters that are no longer withdrawn, and had links to sign them. */
export function restoredWords(letters: number, links: number): string {
  const closed = links === 1 ? '1 link stays closed: send a new one' : `${links.toLocaleString('en-US')} links stay closed: send new ones`;
  return `${lettersWord(letters)} restored. ${closed}.`;
}

/** 'contact_name' as 'contact name'. */
export const termWords = (term: string): string => term.replaceAll('_', ' ');

/** What a letter says of date terms whose fields its text does not have; null if it has all. */
export function fixedDates(terms: readonly LetterDateTerm[]): string | null {
  const fixed = terms.filter(({ is_field }) => !is_field).map(({ label }) => label);
  return fixed.length === 0
    ? null
    : `The text has no fields for these terms; their dates come from the letter as first made: ${fixed.join(', ')}.`;
}

/** A stand-in that letters would use, and in how many of them. */
export interface StandIn {
  readonly term: string;
  readonly text: string;
  readonly letters: number;
}

/** The stand-ins of all letters, the most frequent first. */
export function standInsOf(rows: readonly LetterPreviewRow[]): readonly StandIn[] {
  const found = new Map<string, StandIn>();
  for (const { term, text } of rows.flatMap(({ lacks }) => lacks.filter(isStandIn))) {
    const before = found.get(term);
    found.set(term, { term, text, letters: (before?.letters ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.letters - a.letters || a.term.localeCompare(b.term));
}

const isStandIn = ({ reason }: LetterLack): boolean => reason === 'default_used';

/** Sums of the letters of projects. */
export function totalsOf(previews: readonly Pick<LetterPreview, 'totals'>[]): LetterPreview['totals'] {
  const sums = { letters: 0, blocked: 0, price: 0 };
  for (const { totals } of previews) {
    sums.letters += totals.letters;
    sums.blocked += totals.blocked;
    sums.price += totals.price;
  }
  return sums;
}

/** What is said by a term without a value, where templates of projects differ. */
const differs = 'As its template says';

/** Terms that can be typed for the letters of all projects: those of any of their templates. */
export function inputsOf(previews: readonly Pick<LetterPreview, 'inputs'>[]): readonly LetterInput[] {
  const found = new Map<string, LetterInput>();
  for (const input of previews.flatMap(({ inputs }) => inputs)) {
    const before = found.get(input.name);
    const otherwise = before && before.otherwise !== input.otherwise ? differs : input.otherwise;
    found.set(input.name, { ...input, otherwise, lacking: input.lacking || before?.lacking === true });
  }
  return [...found.values()];
}

/** What the button says and whether it can be pressed. */
export function makeWords(letters: number, blocked: number): string {
  if (letters === 0) return 'No letter can be made';
  return blocked === 0 ? `Make ${lettersWord(letters)}` : `Make ${lettersWord(letters)}, leave out ${blocked.toLocaleString('en-US')}`;
}

/** The same for letters to send. */
export function sendWords(letters: number, refused: number): string {
  if (letters === 0) return 'No letter can be sent';
  return refused === 0 ? `Send ${lettersWord(letters)}` : `Send ${lettersWord(letters)}, leave out ${refused.toLocaleString('en-US')}`;
}

/** Events whose name alone is not clear. */
const events: Readonly<Partial<Record<string, string>>> = {
  not_me: 'Another signer named',
  dates_set: 'Dates of the deal entered',
  pdf_again: 'PDF asked for again',
  seal_again: 'Signed PDF asked for again',
};

/** 'handed_over' as 'Handed over'. */
export function eventWords(kind: string): string {
  const words = events[kind] ?? kind.replaceAll('_', ' ').replace('pdf', 'PDF');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
