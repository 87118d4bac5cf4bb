import { isProblem, propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { saveFile } from '../../lib/save-file';

type Schemas = components['schemas'];
export type Attention = Schemas['OpenLetterRequest'];
export type DeclineReason = Schemas['DeclineReason'];
export type DeclineReceipt = Schemas['DeclineReceipt'];
export type Invitation = Schemas['SigningInvitation'];
export type LinkState = Schemas['LetterLinkState'];
export type OtherSigner = Schemas['OtherSignerNamed'];
export type Receipt = Schemas['SigningReceipt'];
type ShownLetter = Schemas['SigningLetter'];
export type Signature = Schemas['SignLetterRequest'];

/** The token authorizes each request. It is a header, because logs have addresses. */
const by = (token: string) => ({ header: { 'X-Letter-Token': token } });

export const readInvitation = (token: string) => unwrap(propertyApi.GET('/sign', { params: by(token) }));

/** A letter whose HTML can be shown. */
export interface OpenedLetter extends ShownLetter {
  readonly safe: string;
}

/** Asks for the letter's text, once it can be shown. */
export async function openLetter(token: string, body: Attention): Promise<OpenedLetter> {
  const { safeHtml } = await import('../../lib/safe-html');
  const letter = await reportOpening(token, body);
  return { ...letter, safe: safeHtml(letter.html) };
}

export const reportOpening = (token: string, body: Attention) => unwrap(propertyApi.POST('/sign/open', { params: by(token), body }));

export const signLetter = (token: string, body: Signature) => unwrap(propertyApi.POST('/sign/sign', { params: by(token), body }));

export const declineLetter = (token: string, body: Schemas['DeclineLetterRequest']) =>
  unwrap(propertyApi.POST('/sign/decline', { params: by(token), body }));

export const nameOther = (token: string, body: Schemas['NameOtherSignerRequest']) =>
  unwrap(propertyApi.POST('/sign/not_me', { params: by(token), body }));

/** Saves the letter's PDF. */
export async function downloadLetter(token: string, number: string): Promise<void> {
  const file: Blob = await unwrap(propertyApi.GET('/sign/pdf', { params: by(token), parseAs: 'blob' }));
  saveFile(file, `${number.replaceAll('/', '_')}.pdf`);
}

/** Why a letter cannot be read or signed by a link. */
export type Ending = Exclude<LinkState, 'open' | 'signed'> | 'changed' | 'unknown';

export interface Ended {
  readonly why: Ending;
  /** The server's, which knows more than the reason. */
  readonly sentence?: string | undefined;
}

/** What a failed request says about the link; nothing if it can be tried again. */
export function endedBy(failure: unknown): Ended | undefined {
  if (isProblem(failure, 'letter_link.not_found')) return { why: 'unknown' };
  if (!isProblem(failure, 'letter_link.closed')) return undefined;
  const { why } = failure.body as { readonly why?: Ending };
  return why && { why, sentence: failure.sentence };
}
