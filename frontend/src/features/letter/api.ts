/** API of letters: draft, versions, presence and upload. Errors are classified here and handled by the callers. */
import { ApiProblem, isProblem, mainApi, postForm, propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { copyKey, dropCopy, writeCopy } from '../../lib/letter-copies';
import { currentUserId } from '../../lib/session';
import { DraftConflict, DraftRefused, type DraftStore } from './draft-keeper';
import { sanitize } from '../../lib/sanitize-letter';
import type { Terms } from '../../lib/term-names';
import { termsIn } from './letter-terms';

export type LetterVersion = components['schemas']['LetterVersion'];

/** Storage of this property's draft, for the keeper. */
export function draftStore(parcelNumber: string, projectId: string | undefined): DraftStore {
  const which = { parcel_number: parcelNumber, project_id: projectId };
  const [editor, copy] = [crypto.randomUUID(), copyKey(currentUserId(), parcelNumber, projectId)];
  return {
    save: async ({ html, version, keptTerms, keepPrevious }, signal) => {
      const body = { ...which, html, version, editor, kept_terms: keptTerms, keep_previous: keepPrevious };
      try {
        const saved = await unwrap(propertyApi.POST('/update_loi_template', { body, signal }));
        return { version: saved.version, at: saved.updated_at };
      } catch (cause) {
        throw cause instanceof ApiProblem ? asDraftFailure(cause) : cause;
      }
    },
    remove: async (html, version) => {
      await unwrap(propertyApi.POST('/delete_loi_template', { body: { ...which, html, version, editor } }));
    },
    beacon: (html, version) => {
      // Browsers limit beacons to 64 kB; without the text the server keeps its own.
      const text = JSON.stringify({ ...which, version, editor, html });
      navigator.sendBeacon(
        '/property_api/delete_loi_template',
        text.length < 20_000 ? text : JSON.stringify({ ...which, version, editor }),
      );
    },
    setAside: async (html) => {
      await unwrap(propertyApi.POST('/add_letter_version', { body: { ...which, html } }));
    },
    copy: {
      write: (html, version) => writeCopy(copy, { html, version, at: new Date().toISOString() }),
      drop: () => dropCopy(copy),
    },
    log: (what, cause) => {
      console.error(what, cause);
    },
  };
}

/** Classifies a failed save: conflict with a later draft, permanent rejection, or retryable. */
function asDraftFailure(problem: ApiProblem): Error {
  if (problem.code === 'letter.changed') {
    const { draft } = problem.body as { draft: ChangedDraft };
    return new DraftConflict({
      html: sanitize(draft.html),
      version: draft.version,
      updatedAt: draft.updated_at,
      name: draft.updated_by_name || 'Another user',
      own: draft.updated_by === currentUserId(),
      keptTerms: draft.kept_terms,
    });
  }
  const passes = problem.isNetwork || problem.status >= 500 || problem.status === 408 || problem.status === 429;
  return passes ? problem : new DraftRefused(problem.message, { cause: problem });
}

interface ChangedDraft {
  html: string;
  version: number;
  updated_at: string;
  updated_by: string;
  updated_by_name: string;
  kept_terms: Terms;
}

/** Stores a discarded text as the draft again. False when another draft was started meanwhile. */
export async function restoreDraft(parcelNumber: string, projectId: string | undefined, html: string): Promise<boolean> {
  const body = { parcel_number: parcelNumber, project_id: projectId, html, version: 0 };
  try {
    await unwrap(propertyApi.POST('/update_loi_template', { body }));
    return true;
  } catch (cause) {
    if (isProblem(cause, 'letter.changed')) return false;
    throw cause;
  }
}

/** The text of a version. */
export async function fetchVersionText(versionId: string): Promise<string> {
  return sanitize((await unwrap(propertyApi.GET('/get_letter_version', { params: { query: { version_id: versionId } } }))).html);
}

/** Reports to the firm's browsers that the user starts or stops editing at `place`. Failures are ignored. */
export async function tellPresence(place: string, editing: boolean): Promise<void> {
  await mainApi
    .POST('/api/presence', { body: { place, editing } })
    .catch((cause: unknown) => console.warn('The editing status could not be sent.', cause));
}

export interface LetterUpload {
  file: File;
  /** The body of the PDF, and what it lacks. */
  html: string;
  missing: readonly string[];
  parcelNumber: string;
  address: string;
  projectId: string | undefined;
}

/** Result of an upload. */
export interface Uploaded {
  /** The server's reason for a rejection. */
  refusal?: string;
  /** Whether the text was stored with the PDF; only then may the draft be deleted. */
  kept: boolean;
}

/** Attaches the PDF to its property and stores its text as a version. Rejects when the server cannot be reached for the PDF. */
export async function uploadLetter({ file, html, missing, parcelNumber, address, projectId }: LetterUpload): Promise<Uploaded> {
  const form = new FormData();
  form.set('parcel_number', parcelNumber);
  form.set('address', address);
  if (projectId) form.set('project_id', projectId);
  form.set('purchase_price', termsIn(html).purchase_price ?? '');
  form.set('file', file);
  let attachment: string | undefined;
  try {
    const answer = await postForm<{ success: boolean; error?: string; attachments?: string[] }>('/property_api/upload_attachment', form);
    if (!answer.success) return { refusal: answer.error ?? 'The server gave no reason.', kept: false };
    attachment = answer.attachments?.[0];
  } catch (cause) {
    if (cause instanceof ApiProblem && !cause.isNetwork) return { refusal: cause.message, kept: false };
    throw cause;
  }
  const body = { parcel_number: parcelNumber, project_id: projectId, html, attachment, missing: [...missing] };
  try {
    await unwrap(propertyApi.POST('/add_letter_version', { body }));
    return { kept: true };
  } catch (cause) {
    console.error('The text of the letter could not be stored with its PDF.', cause);
    return { kept: false };
  }
}
