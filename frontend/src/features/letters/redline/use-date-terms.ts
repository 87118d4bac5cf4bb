import { useMemo, useState } from 'react';
import type { LetterDateTerm } from '../api';
import type { SaidTerm } from './api';

/** A date term of the next version. */
export interface DateField {
  readonly term: LetterDateTerm;
  readonly value: string;
  /** What the accepted document says instead of the letter's value. */
  readonly said: SaidTerm | undefined;
  /** Whether the text has lost its field. */
  readonly isGone: boolean;
  /** Whether a person confirmed that the letter says it no more. */
  readonly isDropped: boolean;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
  readonly onDrop: (isDropped: boolean) => void;
}

/** The date terms that a person enters beside the text; those without a field in the letter stay as they are. */
export function useDateTerms(terms: readonly LetterDateTerm[], said: readonly SaidTerm[], text: string) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const present = useMemo(() => fieldsIn(text), [text]);
  const fields = terms
    .filter(({ is_field }) => is_field)
    .map((term): DateField => {
      const name = term.term;
      const other = said.find((one) => one.term === name);
      const value = typed[name] ?? (other ? (other.value ?? '') : term.value);
      const isGone = !present.has(name);
      const isDropped = dropped.has(name);
      return {
        term,
        value,
        said: other,
        isGone,
        isDropped,
        error: isGone ? (isDropped ? undefined : 'Put the field back, or confirm this.') : errorOf(term, value, other),
        onValue: (next) => setTyped({ ...typed, [name]: next }),
        onDrop: (next) => setDropped(new Set(next ? [...dropped, name] : [...dropped].filter((one) => one !== name))),
      };
    });
  return {
    fields,
    /** For the server. */
    terms: Object.fromEntries(fields.map(({ term, value, isGone }) => [term.term, isGone ? null : value])),
    isLacking: fields.some(({ error }) => error !== undefined),
    isChanged: fields.some(({ term, value }) => value !== term.value),
  };
}

function errorOf(term: LetterDateTerm, value: string, said: SaidTerm | undefined): string | undefined {
  if (value === '' && said?.sentence) return said.sentence;
  if (term.is_time) return value === '' ? 'Enter a day and an hour.' : undefined;
  return /^\d+$/.test(value.trim()) ? undefined : 'Enter a whole number of days.';
}

/** Names of the fields in a text. */
function fieldsIn(html: string): ReadonlySet<string> {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const fields = [...body.querySelectorAll<HTMLElement>('span[data-term]')];
  return new Set(fields.filter((field) => field.textContent.trim() !== '').map((field) => field.dataset['term'] ?? ''));
}
