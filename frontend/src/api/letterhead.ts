import { phone } from '../lib/format';
import type { components } from './generated/main-api';

type Letterhead = components['schemas']['Letterhead'];

/** The signature under a message: name, title, firm and phone number. */
export function signatureOf({ firm, sender }: Letterhead): string {
  const number = sender.phone_number ?? firm.phone_number;
  return [sender.name, sender.job_title, firm.name, number && phone(number)].filter(Boolean).join('\n');
}

/** The firm's name and address block, if it has one. */
export function postalAddressOf(letterhead: Letterhead | undefined): string {
  const lines = letterhead?.firm.address_lines ?? [];
  return lines.length > 0 ? [letterhead?.firm.name, ...lines].join('\n') : '';
}
