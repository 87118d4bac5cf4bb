import type { DeclineReason, Ending, Invitation } from './api';

/** Heading and explanation for each reason why a letter cannot be read or signed by a link. */
export const endings: Readonly<Record<Ending, readonly [title: string, sentence: string]>> = {
  declined: ['This letter was declined', 'It cannot be signed any more.'],
  revoked: ['This link is closed', 'The sender closed it, or somebody else was named to sign.'],
  expired: ['This letter has expired', 'The time to sign it is over.'],
  superseded: ['This letter is no longer current', 'There is a newer version of it, or it was settled another way.'],
  withdrawn: ['This letter was withdrawn', 'The sender took it back.'],
  changed: ['This letter has changed', 'It is not the one that was shown. Please load the page again.'],
  unknown: ['There is no letter at this link', 'Please open the whole link from the message. Long links are sometimes cut in two.'],
};

export const reasons: readonly (readonly [DeclineReason, string])[] = [
  ['price', 'The price'],
  ['terms', 'The terms'],
  ['not_for_sale', 'The property is not for sale'],
  ['already_committed', 'I am committed to another buyer'],
  ['other', 'Another reason'],
];

/** Whom to ask. */
export function senderOf({ sender_name, firm }: Pick<Invitation, 'sender_name' | 'firm'>): string {
  return [sender_name, firm].filter(Boolean).join(' of ') || 'the sender';
}

/** 'Dana Lee, Manager of Oak LLC'. */
export const signerOf = ({ name, capacity }: { readonly name: string; readonly capacity: string }): string =>
  [name, capacity].filter(Boolean).join(', ');

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });

/** With seconds and the time zone, because it is kept and read elsewhere: 'November 25, 2026 at 2:05:09 PM CST'. */
export const exactTime = (value: string): string => moment.format(new Date(value));
