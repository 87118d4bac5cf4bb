import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { allOf, type Endpoint } from '../../api/queries/query';

type Schemas = components['schemas'];
export type Letter = Schemas['Letter'];
export type LetterBatch = Schemas['LetterBatch'];
export type LetterDateTerm = Schemas['LetterDateTerm'];
export type LetterInput = Schemas['LetterInput'];
export type LetterJob = Schemas['LetterJob'];
export type LetterLack = Schemas['LetterLack'];
export type LetterPreview = Schemas['LetterPreview'];
export type LetterPreviewRow = Schemas['LetterPreviewRow'];
export type LetterStatus = Schemas['LetterStatus'];
export type LettersStarted = Schemas['LettersStarted'];
export type LettersToSend = Schemas['LettersToSend'];
export type LetterTotals = Schemas['LetterTotals'];
export type LetterSummary = Schemas['LetterSummary'];
export type PriceBasis = Schemas['PriceBasis'];
export type PriceRule = Schemas['PriceRule'];
export type IncomeKind = Schemas['IncomeKind'];
export type RefusedLetter = Schemas['RefusedLetter'];
export type RoundTo = Schemas['RoundTo'];

const changedByLetters: readonly Endpoint[] = [
  ['property', '/letters'],
  ['property', '/letters/{letter_id}'],
  ['property', '/letters/send/preview'],
];

/** Refetches letters, and what else a change made stale. */
export function useChanged(more: readonly Endpoint[] = []) {
  const cache = useQueryClient();
  return () => Promise.all([...changedByLetters, ...more].map((endpoint) => cache.invalidateQueries(allOf(endpoint))));
}

/** Makes letters: sets the offers, gives the numbers, and starts the PDFs. What other letters would say is for the caller to read again. */
export function useMakeLetters() {
  const changed = useChanged([['property', '/specific_property']]);
  return useMutation({
    mutationFn: (body: LetterBatch & { readonly request_key: string; readonly skip_blocked: boolean }) =>
      unwrap(propertyApi.POST('/letter_jobs', { body })),
    onSuccess: changed,
  });
}

/** Makes PDFs again that could not be made: all of a job, or one letter's. */
export function useMakePdfsAgain(jobId: string) {
  const changed = useChanged([['property', '/letter_jobs/{job_id}']]);
  return useMutation({
    mutationFn: (letterId?: string) =>
      unwrap(
        propertyApi.POST('/letter_jobs/{job_id}/pdfs', {
          params: { path: { job_id: jobId } },
          body: letterId === undefined ? {} : { letter_id: letterId },
        }),
      ),
    onSettled: changed,
  });
}

/** Approves letters as they were read. */
export function useApprove() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (letters: readonly LetterSummary[]) =>
      unwrap(
        propertyApi.POST('/letters/approve', {
          body: { letters: letters.map(({ letter_id, content_hash }) => ({ letter_id, content_hash })) },
        }),
      ),
    onSettled: changed,
  });
}

/** Withdraws letters as they were read, each one or not at all. */
export function useWithdraw() {
  const changed = useChanged([['property', '/deal_tasks']]);
  return useMutation({
    mutationFn: ({ letters, note }: { readonly letters: readonly LetterSummary[]; readonly note: string }) => {
      const read = letters.map(({ letter_id, version }) => ({ letter_id, version }));
      const said = note.trim();
      return unwrap(propertyApi.POST('/letters/withdraw', { body: { letters: read, ...(said && { note: said }) } }));
    },
    onSettled: changed,
  });
}

/** Undoes an approval or a withdrawal, for letters to which nothing happened since. */
export function useUndoLetters() {
  const changed = useChanged([
    ['property', '/deal_tasks'],
    ['property', '/letters/{letter_id}/links'],
  ]);
  return useMutation({
    mutationFn: (command_id: string) => unwrap(propertyApi.POST('/letters/undo', { body: { command_id } })),
    onSettled: changed,
  });
}

/** Takes back letters that were just made, and the offers that they set. */
export function useUndoMaking(job_id: string) {
  const changed = useChanged([
    ['property', '/specific_property'],
    ['property', '/letter_jobs/preview'],
    ['property', '/letter_jobs/{job_id}'],
  ]);
  return useMutation({
    mutationFn: () => unwrap(propertyApi.POST('/letter_jobs/{job_id}/undo', { params: { path: { job_id } } })),
    onSettled: changed,
  });
}

export interface Sending {
  readonly letters: string[];
  readonly subject: string;
  readonly body: string;
  readonly copy_to_me: boolean;
  /** Those that are sent although their properties have other letters. */
  readonly confirmed?: string[];
  readonly request_key: string;
}

/** Sends letters to the contacts of their properties, or to their signers. */
export function useSend() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: Sending) => unwrap(propertyApi.POST('/letters/send', { body })),
    onSettled: changed,
  });
}

interface ByHand {
  readonly letter: LetterSummary;
  readonly to: LetterStatus;
  readonly note: string;
  readonly counter: number | null;
}

/** Sets a state by hand. */
export function useSetStatus() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ letter: { letter_id, version }, to, note, counter }: ByHand) => {
      const said = note.trim();
      return unwrap(
        propertyApi.POST('/letters/{letter_id}/status', {
          params: { path: { letter_id } },
          body: { version, to, ...(said && { note: said }), ...(to === 'countered' && counter !== null && { counter_price: counter }) },
        }),
      );
    },
    onSettled: changed,
  });
}

/** Sets the last day of a letter, or that it has none. */
export function useSetExpiry({ letter_id, version }: LetterSummary) {
  const changed = useChanged([['property', '/work_figures']]);
  return useMutation({
    mutationFn: (expires_on: string | null) =>
      unwrap(propertyApi.POST('/letters/{letter_id}/expiry', { params: { path: { letter_id } }, body: { expires_on, version } })),
    onSettled: changed,
  });
}

export type LetterDates = Pick<Schemas['LetterDates'], 'psa_executed_on' | 'materials_delivered_on'>;

/** Sets the days from which the letter's deadlines are counted; its tasks follow. */
export function useSetDates({ letter_id, version }: LetterSummary) {
  const changed = useChanged([['property', '/deal_tasks']]);
  return useMutation({
    mutationFn: (dates: LetterDates) =>
      unwrap(propertyApi.POST('/letters/{letter_id}/dates', { params: { path: { letter_id } }, body: { ...dates, version } })),
    onSettled: changed,
  });
}

/** The PDF of all letters that were made together, in parts. */
export const printUrl = (jobId: string, part = 1): string => `/property_api/letter_jobs/${jobId}/print${part > 1 ? `?part=${part}` : ''}`;
