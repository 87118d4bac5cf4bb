import { ApiProblem, sentenceOf } from '../../api/client';
import { useSending } from '../../lib/use-sending';
import { endedBy, type Ended, type Invitation } from './api';

/** What all parts of the page need. */
export interface SigningLink {
  readonly token: string;
  readonly invitation: Invitation;
  /** Called when a request finds that the link can no longer be used. */
  readonly onEnded: (ended: Ended) => void;
}

/** A request with the link. */
export function useAnswer<Input, Answer>({ onEnded }: Pick<SigningLink, 'onEnded'>, call: (input: Input) => Promise<Answer>) {
  return useSending(async (input: Input) => {
    try {
      return await call(input);
    } catch (failure) {
      const ended = endedBy(failure);
      if (ended) onEnded(ended);
      throw failure;
    }
  });
}

/** Messages of fields, by name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What the server says about fields. */
export const fieldsOf = (failure: unknown): FieldErrors => (failure instanceof ApiProblem ? failure.fields : {});

/** The message of a failure without a message for a field shown. */
export function failureOf(failure: unknown, otherwise: string, shown: readonly string[] = []): string | undefined {
  if (failure === undefined || endedBy(failure)) return undefined;
  return Object.keys(fieldsOf(failure)).some((field) => shown.includes(field)) ? undefined : sentenceOf(failure, otherwise);
}

/** Moves the focus to the first of these fields of a form. */
export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const first = [...form.elements].find((field) => field instanceof HTMLElement && errors[field.getAttribute('name') ?? '']);
  if (first instanceof HTMLElement) first.focus();
}
