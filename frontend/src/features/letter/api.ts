/** The letter's calls: property, draft, sender and upload. Only draft failures are turned into log lines; the rest is the caller's. */
import { ApiProblem, mainApi, postForm, propertyApi, unwrap } from '../../api/client';
import type { DraftStore } from './draft-keeper';
import type { Sender } from './letter-parts';
import type { LetterProperty } from './letter-text';

/** The property that the letter is about; the project tells parcels of the same number apart. */
export function fetchProperty(parcelNumber: string, projectId: string | undefined, signal: AbortSignal): Promise<LetterProperty> {
  return unwrap(
    propertyApi.GET('/specific_property', { params: { query: { parcel_number: parcelNumber, project_id: projectId } }, signal }),
  );
}

/** The body that the firm last stored for the property; null when it has none. */
export async function fetchDraft(parcelNumber: string, projectId: string | undefined, signal: AbortSignal): Promise<string | null> {
  const draft = await unwrap(
    propertyApi.GET('/get_loi_template', { params: { query: { parcel_number: parcelNumber, project_id: projectId } }, signal }),
  );
  return draft.html ?? null;
}

/** The firm's name, and how to reach the person who writes, from their profile. */
export async function fetchSender(signal: AbortSignal): Promise<Sender> {
  const session = await unwrap(mainApi.GET('/api/session', { signal }));
  const profile = await unwrap(mainApi.GET('/api/profile', { params: { query: { user_id: session.user_id } }, signal })).catch(
    () => undefined,
  );
  const lines = [profile?.location, profile?.phone_number, profile?.email ?? session.email];
  return { firm: session.customer_name, lines: lines.flatMap((line) => (line?.trim() ? [line.trim()] : [])) };
}

/** Where the keeper puts the draft of this property. */
export function draftStore(parcelNumber: string, projectId: string | undefined): DraftStore {
  const which = { parcel_number: parcelNumber, project_id: projectId };
  return {
    save: async (html, signal) => {
      await unwrap(propertyApi.POST('/update_loi_template', { body: { ...which, html }, signal }));
    },
    remove: async () => {
      await unwrap(propertyApi.POST('/delete_loi_template', { body: which }));
    },
    beacon: () => {
      navigator.sendBeacon('/property_api/delete_loi_template', JSON.stringify(which));
    },
    log: (what, cause) => {
      console.error(what, cause);
    },
  };
}

export interface LetterUpload {
  file: File;
  parcelNumber: string;
  address: string;
  projectId: string | undefined;
}

/** Attaches the PDF to its property. Answers the server's reason when it refuses; rejects when it cannot be reached. */
export async function uploadLetter({ file, parcelNumber, address, projectId }: LetterUpload): Promise<string | undefined> {
  const form = new FormData();
  form.set('parcel_number', parcelNumber);
  form.set('address', address);
  if (projectId) form.set('project_id', projectId);
  form.set('file', file);
  try {
    const answer = await postForm<{ success: boolean; error?: string }>('/property_api/upload_attachment', form);
    return answer.success ? undefined : (answer.error ?? 'The server gave no reason.');
  } catch (cause) {
    if (cause instanceof ApiProblem && !cause.isNetwork) return cause.message;
    throw cause;
  }
}
