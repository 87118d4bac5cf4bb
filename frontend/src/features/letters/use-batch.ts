import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/client';
import { letterPreviewQuery } from '../../api/queries/letter-register';
import type { LetterBatch } from './api';
import type { TypedTerms } from './letter-terms';
import { emptyRule, readRule, type RuleForm } from './price-rule';

const typingPause = 300;

/** Today where the user is, as in a calendar. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The letters to make as they are edited, and what they would say. */
export function useBatch(projectId: string, propertyIds: readonly string[]) {
  const [form, setForm] = useState<RuleForm>(emptyRule);
  const [prices, setPrices] = useState<Readonly<Record<string, number>>>({});
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const [template, setTemplate] = useState<string>();
  const [date] = useState(today);
  const [lastDay, setLastDay] = useState('');
  const [terms, setTerms] = useState<TypedTerms>({});
  const { rule, faults } = readRule(form);
  const edited: LetterBatch = {
    project_id: projectId,
    property_ids: [...propertyIds],
    price_rule: rule,
    prices,
    terms: { letter_date: date, ...terms },
    accepted_defaults: [...accepted],
    ...(lastDay && { expires_on: lastDay }),
    ...(template !== undefined && { template_id: template }),
  };
  const faulty = Object.keys(faults).length > 0;
  const [settled] = useDebouncedValue(JSON.stringify({ faulty, edited }), typingPause);
  const asked = JSON.parse(settled) as { readonly faulty: boolean; readonly edited: LetterBatch };
  const preview = useQuery({ ...letterPreviewQuery(asked.edited), enabled: !asked.faulty });
  // Also while it is read again, because a property or a contact changed.
  const isCurrent = !faulty && settled === JSON.stringify({ faulty, edited }) && preview.isSuccess && !preview.isPlaceholderData;
  return {
    form,
    setForm,
    prices,
    setPrice: (propertyId: string, price: number | null) =>
      setPrices((before) => {
        const next = new Map(Object.entries(before));
        if (price === null) next.delete(propertyId);
        else next.set(propertyId, price);
        return Object.fromEntries(next);
      }),
    lastDay,
    setLastDay,
    /** The server's sentence about it. */
    lastDayFault: preview.error instanceof ApiProblem ? preview.error.fields['expires_on'] : undefined,
    /** Typed for all letters. */
    terms,
    setTerm: (term: string, value: TypedTerms[string] | undefined) =>
      setTerms((before) => {
        const next = new Map(Object.entries(before));
        if (value === undefined) next.delete(term);
        else next.set(term, value);
        return Object.fromEntries(next);
      }),
    termFaults: faultsOf(preview.error, 'terms.'),
    accepted,
    accept: (term: string, yes: boolean) => setAccepted((before) => (yes ? [...before, term] : before.filter((each) => each !== term))),
    /** Chosen by the user; otherwise the server chooses by the project's category. */
    template,
    setTemplate,
    /** As the server gets it. */
    batch: edited,
    preview,
    /** Whether the preview is of what is edited. */
    isCurrent,
    faults: { ...faultsOf(preview.error, 'price_rule.'), ...faults },
  };
}

/** The server's sentences about the fields with this prefix, by the rest of their names. */
function faultsOf(error: unknown, prefix: string): Readonly<Record<string, string>> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([field, sentence]) => (field.startsWith(prefix) ? [[field.slice(prefix.length), sentence]] : [])),
  );
}
