import { date } from '../../lib/format';
import type { Scope } from './access-tokens-api';

/** A scope in a table and in the dialog. */
export const scopeWords: Readonly<Record<Scope, { readonly short: string; readonly long: string }>> = {
  'parcels:read': { short: 'Parcels', long: 'Parcels, map tiles and places' },
  'projects:read': { short: 'Projects', long: 'Projects of your firm and their markers' },
};

/** The scopes that a token can have. */
export const scopes = Object.keys(scopeWords) as Scope[];

/** Longest validity in days. */
export const mostDays = 366;
const longestName = 80;

/** Why a token cannot have this name. */
export function tokenNameRefusal(name: string): string | undefined {
  const { length } = name.trim();
  if (length === 0) return 'Name is required.';
  return length > longestName ? `Use at most ${longestName} characters.` : undefined;
}

/** Why a token cannot be valid for so many days. */
export function daysRefusal(days: number | string): string | undefined {
  const valid = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= mostDays;
  return valid ? undefined : `Use 1 to ${mostDays} days.`;
}

/** The last day of use: a date without a time. */
export function lastUsed(day: string | null): string {
  return day === null ? 'Never' : date(`${day}T00:00:00`);
}
