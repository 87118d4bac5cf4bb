import { ApiProblem } from '../../api/client';
import type { Profile } from './api';

/** Fields of the profile form. */
export interface ProfileDraft {
  readonly name: string;
  readonly jobTitle: string;
  readonly email: string;
  readonly phone: string;
  readonly location: string;
  readonly bio: string;
}

export function draftOf({ fname, lname, job_title, email, phone_number, location, bio }: Profile): ProfileDraft {
  const name = `${fname} ${lname}`.trim();
  return { name, jobTitle: job_title ?? '', email, phone: phone_number ?? '', location: location ?? '', bio: bio ?? '' };
}

/** Splits at whitespace: the first word is fname, the rest lname. */
export function splitName(name: string): { fname: string; lname: string } {
  const [fname = '', ...rest] = name.trim().split(/\s+/);
  return { fname, lname: rest.join(' ') };
}

export function emailRefusal(email: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'Please enter a valid email address.';
}

export function phoneRefusal(phone: string): string | undefined {
  return phone === '' || /^[\d\s\-+().]{7,}$/.test(phone) ? undefined : 'Use at least 7 characters (digits and - + ( ) . allowed).';
}

export function nameRefusal(name: string): string | undefined {
  return name.trim() === '' ? 'Please enter your name.' : undefined;
}

/** Whether the address changes, which needs the password, because letters and reset links go there. */
export function isNewEmail(draft: ProfileDraft, saved: ProfileDraft): boolean {
  return draft.email.trim().toLowerCase() !== saved.email.toLowerCase();
}

export function isValid({ name, email, phone }: ProfileDraft): boolean {
  return !nameRefusal(name) && !emailRefusal(email) && !phoneRefusal(phone);
}

export function isChanged(draft: ProfileDraft, saved: ProfileDraft): boolean {
  return (Object.keys(saved) as (keyof ProfileDraft)[]).some((key) => draft[key] !== saved[key]);
}

export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp'];
const avatarMax = 20_971_520;

/** The error for an invalid avatar file, before upload. */
export function avatarRefusal({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (size > avatarMax) return 'Image too large (max 20MB). Choose a smaller file.';
  return avatarTypes.includes(type) ? undefined : 'Choose a PNG, JPEG or WebP image.';
}

const letterImageMax = 2_097_152;

/** The error for an invalid logo or signature file, before upload. */
export function letterImageRefusal({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (size > letterImageMax) return 'Image too large (max 2MB). Choose a smaller file.';
  return avatarTypes.includes(type) ? undefined : 'Choose a PNG, JPEG or WebP image.';
}

export function avatarFailure(reason: unknown): string {
  if (!(reason instanceof ApiProblem) || reason.isNetwork) return 'Failed to upload avatar';
  return reason.sentence ?? `Avatar upload failed (${reason.status})`;
}

export function passwordFailure(reason: unknown): string {
  if (!(reason instanceof ApiProblem)) return 'Failed to change password';
  return reason.isNetwork ? 'Network error. Please try again.' : (reason.sentence ?? 'Failed to change password');
}
