import { useMutation } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/property-api';
import type { Endpoint } from '../../../api/queries/query';
import { useChanged } from '../api';

type Schemas = components['schemas'];
export type Changes = Schemas['LetterChanges'];
export type Change = Schemas['LetterChange'];
export type ChangedBlock = Schemas['LetterChangedBlock'];
export type ComparedBlock = Schemas['LetterTextBlock'];
export type LetterComment = Schemas['LetterComment'];
export type ReturnReceived = Schemas['LetterReturnReceived'];
export type SaidTerm = Schemas['LetterSaidTerm'];
export type TextWithChanges = Schemas['LetterWithChanges'];

const versions: readonly Endpoint[] = [
  ['property', '/letters/{letter_id}/versions'],
  ['property', '/letters/{letter_id}/returns'],
];
const comments: readonly Endpoint[] = [['property', '/letters/{letter_id}/comments']];

interface Copy {
  readonly version: number;
  readonly html: string;
  readonly price: number | null;
  /** Values of its date terms; null: the text says the term no more. */
  readonly terms: Readonly<Record<string, string | null>>;
  readonly request_key: string;
}

/** Makes the next version of a letter. */
export function useCopyLetter(letter_id: string) {
  const changed = useChanged([...versions, ['property', '/specific_property']]);
  return useMutation({
    mutationFn: ({ price, ...body }: Copy) =>
      unwrap(
        propertyApi.POST('/letters/{letter_id}/copy', {
          params: { path: { letter_id } },
          body: { ...body, ...(price !== null && { price }) },
        }),
      ),
    onSettled: changed,
  });
}

interface Returned {
  readonly file: File;
  readonly version: number;
  /** A file that does not say which letter it is belongs to this one. */
  readonly confirmed: boolean;
}

/** Uploads what the other side sent back. */
export function useAddReturn(letter_id: string) {
  const changed = useChanged(versions);
  return useMutation({
    mutationFn: ({ file, version, confirmed }: Returned) => {
      const form = new FormData();
      form.append('file', file);
      form.append('version', String(version));
      if (confirmed) form.append('confirmed', 'true');
      return unwrap(
        propertyApi.POST('/letters/{letter_id}/counter', {
          params: { path: { letter_id } },
          body: form as never,
          bodySerializer: (body: unknown) => body as FormData,
        }),
      );
    },
    onSettled: changed,
  });
}

/** The letter's text with some of the changes; nothing is stored. */
export function useAcceptChanges(return_id: string) {
  return useMutation({
    mutationFn: (accepted: number[]) =>
      unwrap(propertyApi.POST('/letter_returns/{return_id}/text', { params: { path: { return_id } }, body: { accepted } })),
  });
}

/** Adds a comment on the letter, or on a block of it. */
export function useAddComment(letter_id: string) {
  const changed = useChanged(comments);
  return useMutation({
    mutationFn: (body: Schemas['AddLetterCommentRequest']) =>
      unwrap(propertyApi.POST('/letters/{letter_id}/comments', { params: { path: { letter_id } }, body })),
    onSettled: changed,
  });
}

/** Changes the text of an own comment, or settles any. */
export function useUpdateComment(comment_id: string) {
  const changed = useChanged(comments);
  return useMutation({
    mutationFn: (body: Schemas['UpdateLetterCommentRequest']) =>
      unwrap(propertyApi.PATCH('/letter_comments/{comment_id}', { params: { path: { comment_id } }, body })),
    onSettled: changed,
  });
}

/** The letter as a Word file. */
export const docxUrl = (letterId: string): string => `/property_api/letters/${letterId}/docx`;
