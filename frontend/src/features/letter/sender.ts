/** Sender of a letter: the firm's letterhead and the user who signs, with defaults. */
import type { components } from '../../api/generated/main-api';

export type Letterhead = components['schemas']['Letterhead'];

export interface Sender {
  firm: string;
  /** The firm's logo as a data URL; without one its name is printed. */
  logo: string | undefined;
  /** The firm's address block, without unknown lines. */
  lines: readonly string[];
  /** The sender's name; undefined if unknown. */
  name: string | undefined;
  title: string;
  /** The sender's signature as a data URL; without one there is a signature line. */
  signature: string | undefined;
  disclaimer: string;
}

const usualTitle = 'Director, Investments';

export const usualDisclaimer =
  'This letter is not a contract. No contract exists until Buyer’s investment committee has approved the purchase and both parties have ' +
  'signed a Purchase and Sale Agreement.';

/** For a letter whose letterhead could not be loaded: default texts and no name. */
export const unknownSender: Sender = {
  firm: '',
  logo: undefined,
  lines: [],
  name: undefined,
  title: usualTitle,
  signature: undefined,
  disclaimer: usualDisclaimer,
};

export function senderOf({ firm, sender }: Letterhead, logo: string | undefined, signature: string | undefined): Sender {
  const lines = [...firm.address_lines, firm.phone_number ?? '', firm.website?.replace(/^https?:\/\//, '') ?? ''].filter(Boolean);
  return {
    firm: firm.name,
    logo,
    // A logo is an image, so the address block includes the firm's name.
    lines: logo ? [firm.name, ...lines] : lines,
    name: sender.name || undefined,
    title: sender.job_title ?? firm.signatory_title ?? usualTitle,
    signature,
    disclaimer: firm.disclaimer ?? usualDisclaimer,
  };
}
