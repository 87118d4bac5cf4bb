/** Who a letter is from: the firm's letterhead and the person who signs, with what stands in when the firm has not said it. Pure. */
import type { components } from '../../api/generated/main-api';

export type Letterhead = components['schemas']['Letterhead'];

export interface Sender {
  firm: string;
  /** The firm's logo as a data URL; without one its name is set in type. */
  logo: string | undefined;
  /** The firm's address block. Lines that are unknown are left out. */
  lines: readonly string[];
  /** Who signs; undefined while nobody knows. */
  name: string | undefined;
  title: string;
  /** The person's signature as a data URL; without one there is an empty line to sign on. */
  signature: string | undefined;
  disclaimer: string;
}

const usualTitle = 'Director, Investments';

export const usualDisclaimer =
  'This letter is not a contract. No contract exists until Buyer’s investment committee has approved the purchase and both parties have ' +
  'signed a Purchase and Sale Agreement.';

/** For a letter whose letterhead could not be loaded: the usual words, and nobody's name. */
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
    // A logo is a picture: the block then names the firm in words.
    lines: logo ? [firm.name, ...lines] : lines,
    name: sender.name || undefined,
    title: sender.job_title ?? firm.signatory_title ?? usualTitle,
    signature,
    disclaimer: firm.disclaimer ?? usualDisclaimer,
  };
}
