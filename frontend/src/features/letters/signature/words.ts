import { placeOf } from '../words';
import type { Letter } from '../api';
import type { DeclineReason, LetterLink, LinkState } from './api';

/** Name and colour of a link's state. */
export const linkStates: Readonly<Record<LinkState, readonly [word: string, color: string]>> = {
  open: ['Waits for an answer', 'blue'],
  signed: ['Signed', 'green'],
  declined: ['Declined', 'red'],
  revoked: ['Closed', 'gray'],
  expired: ['Expired', 'gray'],
  superseded: ['Superseded', 'gray'],
  withdrawn: ['Withdrawn', 'gray'],
};

export const declineReasons: Readonly<Record<DeclineReason, string>> = {
  price: 'The price',
  terms: 'The terms',
  not_for_sale: 'Not for sale',
  already_committed: 'Committed to another buyer',
  other: 'Another reason',
};

/** How often a person opened the letter: scanners of mail open links too, so some openings are not certain. */
export function openingsWords({ openings: { least, most }, fetched }: Pick<LetterLink, 'openings' | 'fetched'>): string {
  if (most === 0) return fetched > 0 ? 'Link followed, letter not opened' : 'Not opened';
  if (least === most) return most === 1 ? '1 opening' : `${most} openings`;
  return least === 0 ? `0–${most} openings, none certain` : `${least}–${most} openings, ${least} certain`;
}

/** Whether the letter waits for this signer. */
export const isAwaited = ({ signed_at, revoked_at }: LetterLink): boolean => signed_at === null && revoked_at === null;

/** Whether the letter would be signed if nobody but those who signed were asked; without `closing`, a link about to be closed. */
export function canFinish(letter: Pick<Letter, 'status'>, links: readonly LetterLink[], closing?: LetterLink): boolean {
  const others = links.filter((link) => link !== closing);
  return (letter.status === 'sent' || letter.status === 'opened') && others.some(({ signed_at }) => signed_at) && !others.some(isAwaited);
}

/** Whether links can be made for a letter. */
export const takesLinks = ({ status, withdrawn_at, pdf }: Letter): boolean =>
  !withdrawn_at && pdf !== null && (status === 'approved' || status === 'sent' || status === 'opened');

/** The end of a day in this time zone; of the letter's last day, the letter's end. */
export function endOf(day: string, ofLetter: string | null): string {
  const end = new Date(`${day}T23:59:59`);
  const last = ofLetter ? new Date(ofLetter) : undefined;
  return (last && last < end && last.toDateString() === end.toDateString() ? last : end).toISOString();
}

/** The subject with what is known here. */
export const mergedSubject = (subject: string, letter: Letter, link: LetterLink): string =>
  subject
    .replaceAll('{{number}}', letter.number)
    .replaceAll('{{property}}', placeOf(letter))
    .replaceAll('{{owner_name}}', letter.owner_name ?? '')
    .replaceAll('{{contact_name}}', link.name);
