import { queryOptions } from '@tanstack/react-query';
import { phone } from '../lib/format';
import { mainApi, unwrap } from './client';
import type { components } from './generated/main-api';

type Letterhead = components['schemas']['Letterhead'];

/** What the firm and the signed-in person are called in what they send. */
export const letterheadQuery = queryOptions({
  queryKey: ['letterhead'],
  staleTime: 60_000,
  queryFn: () => unwrap(mainApi.GET('/api/letterhead')),
});

/** The lines under a message: who writes, as what, for whom, and the phone number. */
export function signatureOf({ firm, sender }: Letterhead): string {
  const number = sender.phone_number ?? firm.phone_number;
  return [sender.name, sender.job_title, firm.name, number && phone(number)].filter(Boolean).join('\n');
}

/** The firm's name and address block, where it has one. */
export function postalAddressOf(letterhead: Letterhead | undefined): string {
  const lines = letterhead?.firm.address_lines ?? [];
  return lines.length > 0 ? [letterhead?.firm.name, ...lines].join('\n') : '';
}
